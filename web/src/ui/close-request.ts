import { useEffect, useEffectEvent } from 'react'

/**
 * The part of CloseWatcher used here (html.spec.whatwg.org, "Close requests and close watchers"); browsers may
 * lack it.
 */
type Watcher = EventTarget & { destroy(): void }
type Watching = { CloseWatcher?: new () => Watcher }

/**
 * The platform's own request to close what is on top: on Android the back button, which would otherwise leave
 * the screen below. Refused unless `isClosable`. (The Escape key never gets here: the dialogs handle it
 * themselves.)
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
