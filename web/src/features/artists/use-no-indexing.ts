import { useEffect } from 'react'

/**
 * The address is a secret: search engines must not index it, and it must not be sent to other sites as a
 * referrer.
 */
export function useNoIndexing(): void {
  useEffect(() => {
    const tags = [
      ['robots', 'noindex, nofollow'],
      ['referrer', 'no-referrer'],
    ].map(([name = '', content = '']) => Object.assign(document.createElement('meta'), { name, content }))
    document.head.append(...tags)
    return () => {
      for (const tag of tags) tag.remove()
    }
  }, [])
}
