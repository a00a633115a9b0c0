/**
 * The implicit roles of a table's parts, made explicit: rows that fold into lines on phones are no longer laid
 * out as a table, and some browsers then stop telling screen readers that they are one.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
