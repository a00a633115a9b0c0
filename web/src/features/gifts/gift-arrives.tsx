import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import type { OfferedGiftWire } from '#server/product/gifts/contract.ts'
import { serverNow } from '../../lib/clock.ts'
import { paths } from '../../lib/paths.ts'
import { unlockInWords } from '../../lib/period.ts'
import { tokenState } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { MomentScreen } from '../../ui/moment.tsx'
import { TabTitle } from '../../ui/screen-title.tsx'

/** The page is outside the product's own layout, where changes are announced: it asks. */
const ASK_EVERY_MS = 2_000

/** An accepted gift becomes the fan's: the ring closes once the $TUNE has been made. */
export function GiftArrives({ gift }: { gift: OfferedGiftWire }) {
  const { t } = useTranslation('gifts')
  const isHere = (pages: { data: TokenWire[] }[] | undefined) =>
    pages
      ?.flatMap(({ data }) => data)
      .some(
        (token) => token.project.uid === gift.project.uid && tokenState(token, serverNow()) === 'locked',
      ) ?? false
  const tokens = useInfiniteQuery({
    ...tokensQuery,
    refetchInterval: ({ state }) => (isHere(state.data?.pages) ? false : ASK_EVERY_MS),
  })
  const ready = isHere(tokens.data?.pages)
  return (
    <MomentScreen
      title={t(ready ? 'arrived.title' : 'arriving.title')}
      work={gift.project}
      share={ready ? 1 : 0.7}
      tone="live"
      lines={[t(ready ? 'arrived.text' : 'arriving.text', { unlock: unlockInWords() })]}
    >
      <TabTitle>{gift.project.projectName}</TabTitle>
      {ready && <ButtonLink to={paths.playing(gift.project.uid)}>{t('arrived.play')}</ButtonLink>}
      <ButtonLink to={paths.shelf} look={ready ? 'quiet' : 'secondary'}>
        {t('arrived.shelf')}
      </ButtonLink>
    </MomentScreen>
  )
}
