import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { paths } from '../../lib/paths.ts'
import { matches } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { BrokenScreen } from '../../ui/broken-screen.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TokenCard } from './token-card.tsx'

type TokenListProps = {
  /** The token whose player is being opened. */
  opening: string | null
  onChoose(token: TokenWire): void
  onCancelPurchase(token: TokenWire): void
}

/** Search box and grid. Tokens that are still pending have no card. */
export function TokenList(props: TokenListProps) {
  const { t } = useTranslation('access')
  const [search, setSearch] = useState('')
  const tokens = useInfiniteQuery(tokensQuery)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = tokens

  // A search has to cover the whole shelf, not only the pages that have been loaded.
  useEffect(() => {
    if (search.trim() !== '' && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [search, hasNextPage, isFetchingNextPage, fetchNextPage])

  function content() {
    if (tokens.isPending) {
      return (
        <Grid busy>
          <Skeleton className="aspect-[4/5]" />
          <Skeleton className="aspect-[4/5]" />
          <Skeleton className="aspect-[4/5]" />
        </Grid>
      )
    }
    if (tokens.isError) {
      return (
        <BrokenScreen error={tokens.error} onRetry={() => void tokens.refetch()} retrying={tokens.isFetching}>
          <ButtonLink look="quiet" to={paths.dashboard}>
            {t('tokens.home')}
          </ButtonLink>
        </BrokenScreen>
      )
    }
    // One that ends between two pages is on both: what the later one says of it is newer.
    const known = new Map(tokens.data.pages.flatMap((page) => page.data.map((token) => [token.uid, token])))
    const all = [...known.values()].filter((token) => token.status !== 'pending')
    const found = all.filter((token) => matches(token, search))
    if (all.length === 0) return <EmptyShelf />
    if (found.length === 0 && !isFetchingNextPage) {
      return <p className="text-muted">{t('tokens.noMatch', { search: search.trim() })}</p>
    }
    return <Found tokens={found} whole={search.trim() === ''} {...props} />
  }

  return (
    <>
      {/* In one line on phones as well, so that a cover and what can be done with it stand above the fold. */}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:mb-6">
        <h2 id="tokens-title" className="section-title">
          {t('tokens.title')}
        </h2>
        <div className="min-w-40 flex-1 sm:max-w-88">
          <SearchField label={t('tokens.search')} value={search} onChange={setSearch} />
        </div>
      </div>
      {content()}
      {hasNextPage && search.trim() === '' && (
        <div className="mt-10 flex justify-center">
          <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('tokens.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Grid({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <ul aria-busy={busy} className="grid gap-x-8 gap-y-10 sm:grid-cols-2 xl:grid-cols-3">
      {children}
    </ul>
  )
}

/**
 * What can be heard now, large; below it what has ended, small and dark. One list, so that a card that ends keeps
 * its place in the document, and the focus.
 */
function Found({
  tokens,
  whole,
  opening,
  onChoose,
  onCancelPurchase,
}: TokenListProps & { tokens: TokenWire[]; whole: boolean }) {
  const { t } = useTranslation('access')
  const live = tokens.filter(({ status }) => status === 'minted')
  const ended = tokens.filter(({ status }) => status !== 'minted')
  const cards = (shown: TokenWire[], span: string) =>
    shown.map((token) => (
      <li key={token.uid} className={span}>
        <TokenCard
          token={token}
          busy={opening === token.uid}
          onChoose={() => onChoose(token)}
          onCancelPurchase={() => onCancelPurchase(token)}
        />
      </li>
    ))
  return (
    <ul className="grid grid-cols-12 gap-x-6 gap-y-10 sm:gap-x-8">
      {[
        ...cards(live, 'col-span-12 sm:col-span-6 xl:col-span-4'),
        whole && live.length === 0 && (
          <li key="none" className="col-span-12 flex flex-col items-start gap-4">
            <p>{t('tokens.noneLive')}</p>
            <ButtonLink to={paths.dashboard}>{t('tokens.findNext')}</ButtonLink>
          </li>
        ),
        ended.length > 0 && (
          <li key="ended" className={`col-span-12 ${live.length > 0 || whole ? 'mt-6' : ''}`}>
            <h3 className="section-title text-muted">{t('tokens.ended')}</h3>
          </li>
        ),
        ...cards(ended, 'col-span-6 tight:col-span-12 sm:col-span-4 md:col-span-3'),
      ]}
    </ul>
  )
}

/** What belongs here, and how it gets here. */
function EmptyShelf() {
  const { t } = useTranslation('access')
  return (
    <div className="flex max-w-prose flex-col items-start gap-4 rounded-sheet border border-line border-dashed p-6 sm:p-10">
      <p className="name text-2xl">{t('tokens.empty')}</p>
      <p className="text-muted">{t('tokens.lesson')}</p>
      <ButtonLink to={paths.dashboard}>{t('tokens.find')}</ButtonLink>
    </div>
  )
}
