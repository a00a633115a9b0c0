import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSearchable, LIST_ORDERS, SEARCH_LEAST } from '#domain/search.ts'
import { ApiError } from '../lib/api.ts'
import { sayFailure } from '../lib/say-failure.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Failure } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { tableRoles } from '../ui/table-roles.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { SaveList } from './save-list.tsx'
import type { ListState } from './use-list.ts'
import { SaveView, ViewList } from './view-list.tsx'

export type Column<Row> = {
  title: string
  cell(row: Row): ReactNode
  /** Numbers, aligned right. */
  figures?: boolean
  /** Whole sentences: on a phone below the title, over the whole card. */
  wide?: boolean
}

type DataListProps<Row> = {
  list: ListState<Row>
  /** Label of the search box: what the search covers. */
  searchLabel: string
  /** Name of the downloaded file. */
  file: string
  columns: readonly Column<Row>[]
  empty: string
  /** More buttons, at the right of the others. */
  children?: ReactNode
}

/** Search (on a phone a line of its own), filters, order, refresh, download, and the rows; on phones a card for each row, before all but the search. */
export function DataList<Row extends { id: number }>(props: DataListProps<Row>) {
  const { t } = useTranslation(['back-office', 'common'])
  const [isOpen, setIsOpen] = useState(false)
  const panel = useId()
  const { list, searchLabel, file, columns, children } = props
  const search = list.typed.trim()
  const { rows, offered, filters } = list
  const count = Object.keys(filters.values).length
  // What a list says of itself when it is empty is not true of a search that found nothing.
  const all = search ? t('list.noMatch', { search }) : props.empty
  const empty = count > 0 ? t('filters.empty') : all
  // On a phone, records come before controls.
  const rest = isOpen ? 'flex' : 'hidden sm:flex'
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3 lg:-mt-2">
        <div className="min-w-0 flex-1 basis-full sm:max-w-88 sm:basis-48">
          <SearchField label={searchLabel} value={list.typed} onChange={list.type} />
        </div>
        <Button
          look="secondary"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? t('filters.openWith', { number: count }) : t('filters.open')}
        </Button>
        <div className={`${rest} flex-wrap items-center gap-3`}>
          <Choice
            label={t('list.order')}
            options={LIST_ORDERS.map((value) => ({ value, label: t(`list.${value}`) }))}
            value={list.order}
            onChange={list.sortBy}
          />
          <IconButton label={t('list.refresh')} onClick={() => void rows.refetch()}>
            <Icon name="refresh" />
          </IconButton>
          <SaveList list={list} file={file} />
        </div>
        <div className="flex gap-3 sm:ml-auto">{children}</div>
      </div>
      <section
        id={panel}
        aria-label={t('filters.open')}
        hidden={!isOpen}
        className="mb-4 rounded-sheet border border-line bg-raised p-4"
      >
        <FilterPanel offered={offered} filters={filters} />
        <SaveView />
      </section>
      <ViewList />
      <FilterChips offered={offered} filters={filters} />
      <ListRows list={list} columns={columns} empty={empty} />
    </>
  )
}

type RowsProps<Row> = Pick<DataListProps<Row>, 'columns' | 'empty'> & {
  list: Pick<ListState<Row>, 'rows' | 'typed'>
}

/** The rows alone: loading, failed, empty, or the table with its next page. */
export function ListRows<Row extends { id: number | string }>({
  list: { rows, typed },
  columns,
  empty,
}: RowsProps<Row>) {
  const { t } = useTranslation(['back-office', 'common'])
  if (rows.isPending) {
    return (
      <div role="status" className="flex flex-col gap-2">
        <span className="sr-only">{t('common:loading')}</span>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-14" />
        ))}
      </div>
    )
  }
  if (rows.isError && rows.error instanceof ApiError && rows.error.code === 'filter_nonsense') {
    return <p role="alert">{rows.error.message}</p>
  }
  if (rows.isError) {
    return (
      <Failure
        message={sayFailure(rows.error, t('list.failed'))}
        onRetry={() => void rows.refetch()}
        retrying={rows.isFetching}
      />
    )
  }
  const all = rows.data.pages.flatMap((page) => page.data)
  if (all.length === 0) {
    const isShort = typed.trim() !== '' && !isSearchable(typed)
    return <p className="text-muted">{isShort ? t('list.tooShort', { least: SEARCH_LEAST }) : empty}</p>
  }
  return (
    <>
      <Table columns={columns} rows={all} />
      {rows.hasNextPage && (
        <div className="mt-8 flex justify-center">
          <Button look="secondary" busy={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
    </>
  )
}

type TableProps<Row> = { columns: readonly Column<Row>[]; rows: readonly Row[] }

/** A card for each row on a phone, a table where there is room. */
export function Table<Row extends { id: number | string }>({ columns, rows }: TableProps<Row>) {
  return (
    <>
      {/* Columns that do not fit scroll within the table; the margin leaves room for the focus ring. */}
      <div className="md:-m-1 md:overflow-x-auto md:p-1">
        <table {...tableRoles.table} className="block w-full text-sm md:table">
          <thead {...tableRoles.group} className="sr-only md:not-sr-only md:table-header-group">
            <tr {...tableRoles.row}>
              {columns.map(({ title, figures }) => (
                <th
                  key={title}
                  {...tableRoles.header}
                  scope="col"
                  className={`px-3 py-1 font-normal text-muted first:pl-0 last:pr-0 ${figures ? 'text-right' : 'text-left'}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            {...tableRoles.group}
            className="flex flex-col gap-4 md:table-row-group md:not-pointer-coarse:[&_a]:min-h-9 md:not-pointer-coarse:[&_button]:min-h-9"
          >
            {rows.map((row) => (
              <tr
                key={row.id}
                {...tableRoles.row}
                className="flex flex-col gap-2 rounded-cover border border-line p-4 focus-within:bg-line/30 md:table-row md:border-0 md:p-0"
              >
                {columns.map(({ title, cell, figures, wide }) => (
                  <td
                    key={title}
                    {...tableRoles.cell}
                    className={`flex gap-4 tight:flex-col tight:items-start md:table-cell ${wide ? 'flex-col gap-1' : 'items-center justify-between'} md:border-line md:border-t md:px-3 md:py-0.5 md:align-middle md:first:pl-0 md:last:pr-0 ${figures ? 'figures md:whitespace-nowrap md:text-right' : ''}`}
                  >
                    <span aria-hidden="true" className="font-sans text-muted md:hidden">
                      {title}
                    </span>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
