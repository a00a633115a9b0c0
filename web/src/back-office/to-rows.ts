/** The address of a list filtered to what a figure counts. */
export function toRows(list: string, search: string): string {
  return `${list}?${new URLSearchParams({ search })}`
}
