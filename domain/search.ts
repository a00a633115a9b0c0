/** How much has to be typed before a list is searched, and how names are compared. */

/**
 * Consecutive letters or digits. Parts of words are looked up by trigrams (pg_trgm): with fewer, no index helps, and
 * the search would read every row.
 */
export const SEARCH_LEAST = 3

export function isSearchable(typed: string): boolean {
  return new RegExp(`[\\p{L}\\p{N}]{${SEARCH_LEAST}}`, 'u').test(typed.normalize('NFC'))
}

/** As `private.search_form` in the database: without accents, in lower case. */
export function searchForm(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/** The sort orders of lists in the back office. */
export const LIST_ORDERS = ['newest', 'oldest'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** The sort orders of projects: the newest, those whose next window ends first, the cheapest. */
export const PROJECT_SORTS = ['newest', 'ending', 'price'] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number]
