import { useEffect, useEffectEvent } from 'react'

/** As far as it is used here (html.spec.whatwg.org, "Close requests and close watchers"); no browser has to have it. */
type Watcher = EventTarget & { destroy(): void }
type Watching = { CloseWatcher?: new () => Watcher }

/**
 * The platform's own wish to close what is on top: on Android the back button, which would else leave the screen below.
 * Without `isClosable` it is refused. (The escape key never gets here: the dialogs answer it themselves.)
 */
export function CloseRequest({ isClosable = true, onClose }: { isClosable?: boolean; onClose(): void }) {
  const close = useEffectEvent(() => {
    if (isClosable) onClose()
  })
  const cancel = useEffectEvent((event: Event) => {
    if (!isClosable) event.preventDefault()
  })

  useEffect(() => {
    const { CloseWatcher } = globalThis as Watching
    if (!CloseWatcher) return
    const watcher = new CloseWatcher()
    watcher.addEventListener('cancel', cancel)
    watcher.addEventListener('close', close)
    return () => watcher.destroy()
  }, [])
  return null
}
