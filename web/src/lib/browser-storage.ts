/**
 * What this browser keeps (`inBrowser`), and what this tab keeps (`inTab`). It never throws: what a browser that forbids storage,
 * or has no room left, does not keep lasts until the page is left.
 */
export const inBrowser = keptIn(() => localStorage)
export const inTab = keptIn(() => sessionStorage)

function keptIn(storage: () => Storage) {
  const unkept = new Map<string, string>()

  function tried<Answer>(look: (storage: Storage) => Answer): Answer | undefined {
    try {
      return look(storage())
    } catch {
      // Even naming it throws where it is forbidden.
      return undefined
    }
  }

  return {
    read: (key: string): string | null => unkept.get(key) ?? tried((kept) => kept.getItem(key)) ?? null,
    write(key: string, text: string): void {
      const isKept = tried((kept) => {
        kept.setItem(key, text)
        return true
      })
      if (isKept) unkept.delete(key)
      else unkept.set(key, text)
    },
    remove(key: string): void {
      unkept.delete(key)
      tried((kept) => kept.removeItem(key))
    },
    clear(): void {
      unkept.clear()
      tried((kept) => kept.clear())
    },
    keys(): string[] {
      const kept = tried((all) => Array.from({ length: all.length }, (_, place) => all.key(place) ?? ''))
      return [...unkept.keys(), ...(kept ?? [])]
    },
  }
}
