import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CallName, CallRequest, DataOf } from '#server/product/calls.ts'
import { type AnyRequest, ApiError, dataOf } from '../lib/api.ts'
import { sayFailure } from '../lib/say-failure.ts'
import { Failure } from '../ui/failure.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { lastAddress } from './last-address.ts'
import { useMay } from './office.tsx'

type DetailProps<Name extends CallName> = {
  title: string
  call: Name
  request: CallRequest<Name> & AnyRequest
  /** The list to go back to, as it was left. */
  list: string
  /** Shown when there is no such thing. */
  missing: string
  /** How often it is polled while something in it is in progress, in milliseconds; false for not at all. */
  pollEvery?(wire: DataOf<Name>): number | false
  children(wire: DataOf<Name>): ReactNode
}

/** One item of a list on a screen of its own, with a link back. */
export function Detail<const Name extends CallName>(props: DetailProps<Name>) {
  const { title, call, request, list, missing, pollEvery, children } = props
  const { t } = useTranslation('back-office')
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['admin', call, request],
    queryFn: ({ signal }) => dataOf(call, { ...request, signal }),
    refetchInterval: ({ state }) => (state.data && pollEvery ? pollEvery(state.data) : false),
  })
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <div className="max-w-6xl">
      <Link
        to={lastAddress(list)}
        className="link mb-4 inline-flex min-h-11 items-center text-sm print:hidden"
      >
        {t('back')}
      </Link>
      <ScreenTitle>{title}</ScreenTitle>
      {data && children(data)}
      {!data && isPending && <Skeleton className="h-[32rem]" />}
      {!data && isMissing && <p>{missing}</p>}
      {!data && error && !isMissing && (
        <Failure
          message={sayFailure(error, t('loadFailed'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </div>
  )
}

/** A section of such a screen under its own heading; `action` stands beside it, for roles that include its `call`. */
export function Part({
  title,
  action,
  call,
  children,
}: {
  title: string
  action?: ReactNode
  call?: CallName
  children: ReactNode
}) {
  const may = useMay()
  return (
    <section className="mb-10">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 className="section-title">{title}</h2>
        {(!call || may(call)) && action}
      </div>
      {children}
    </section>
  )
}

/** Facts as pairs; a missing value is two dashes. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="self-start divide-y divide-line border-line border-y">{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-6 py-2 text-sm tight:flex-col tight:items-start tight:gap-0">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 text-right [overflow-wrap:anywhere]">
        {children ?? <span className="text-muted">--</span>}
      </dd>
    </div>
  )
}
