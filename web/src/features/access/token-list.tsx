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
        <Grid>
          <Skeleton className="aspect-[3/4]" />
          <Skeleton className="aspect-[3/4]" />
          <Skeleton className="aspect-[3/4]" />
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
    const all = tokens.data.pages.flatMap((page) => page.data).filter((token) => token.status !== 'pending')
    const found = all.filter((token) => matches(token, search))
    if (all.length === 0) return <p className="text-muted">{t('tokens.empty')}</p>
    if (found.length === 0 && !isFetchingNextPage) {
      return <p className="text-muted">{t('tokens.noMatch', { search: search.trim() })}</p>
    }
    return <Found tokens={found} {...props} />
  }

  return (
    <>
      <div className="mb-6 flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
        <h2 id="tokens-title" className="section-title">
          {t('tokens.title')}
        </h2>
        <SearchField label={t('tokens.search')} value={search} onChange={setSearch} />
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

function Grid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-3 xl:grid-cols-4">{children}</ul>
  )
}

function Found({ tokens, opening, onChoose, onCancelPurchase }: TokenListProps & { tokens: TokenWire[] }) {
  return (
    <Grid>
      {tokens.map((token) => (
        <li key={token.uid}>
          <TokenCard
            token={token}
            busy={opening === token.uid}
            onChoose={() => onChoose(token)}
            onCancelPurchase={() => onCancelPurchase(token)}
          />
        </li>
      ))}
    </Grid>
  )
}
