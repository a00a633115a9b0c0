/** How much has to be typed before a list is searched for it, and how names are compared with it. */

/**
 * Letters or figures in a row. Parts of words are looked up by their groups of three (pg_trgm): with fewer, no index
 * helps, and the search would read every row.
 */
export const SEARCH_LEAST = 3

export function isSearchable(typed: string): boolean {
  return new RegExp(`[\\p{L}\\p{N}]{${SEARCH_LEAST}}`, 'u').test(typed.normalize('NFC'))
}

/** As `private.search_form` in the database: without accents, in small letters. */
export function searchForm(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/** In which order a list of the back office is told. */
export const LIST_ORDERS = ['newest', 'oldest'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]
