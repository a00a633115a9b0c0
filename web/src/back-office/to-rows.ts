/** The address of a list narrowed to what a figure counts. */
export function toRows(list: string, search: string): string {
  return `${list}?${new URLSearchParams({ search })}`
}
