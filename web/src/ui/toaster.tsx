import { Toaster as HotToaster } from 'react-hot-toast'

/** Toasts: 4 s, 2 s for success, loading ones until they are resolved (specification, section 9). */
export function Toaster() {
  return (
    <HotToaster
      position="top-center"
      containerStyle={{ top: 'calc(env(safe-area-inset-top) + 12px)' }}
      toastOptions={{
        duration: 4000,
        // Set again because a general duration would apply to loading toasts as well.
        loading: { duration: Number.POSITIVE_INFINITY },
        success: {
          duration: 2000,
          iconTheme: { primary: 'var(--color-live)', secondary: 'var(--color-raised)' },
        },
        error: { iconTheme: { primary: 'var(--color-loss)', secondary: 'var(--color-raised)' } },
        className: '!bg-raised !text-text !border !border-line !shadow-sheet !max-w-md',
      }}
    />
  )
}
