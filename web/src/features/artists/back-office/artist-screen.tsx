import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { TipWire } from '#server/product/artists/earnings-wire.ts'
import type { ArtistDetailWire, ArtistFactsWire } from '#server/product/artists/wire.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Detail, Fact, Facts, Part } from '../../../back-office/detail.tsx'
import { ExplorerLink } from '../../../back-office/explorer-link.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { May } from '../../../back-office/office.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { Work } from '../../../back-office/work.tsx'
import { addressPage } from '../../../lib/explorer.ts'
import { formatInSaoPaulo, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { ArtistAccount } from './artist-account.tsx'
import { ArtistKeys } from './artist-keys.tsx'
import { ArtistLinks } from './artist-links.tsx'
import { ArtistPayouts } from './artist-payouts.tsx'
import { ArtistStatement } from './artist-statement.tsx'
import { ArtistTaxes } from './artist-taxes.tsx'

/** A payout in progress changes what is owed. */
const IN_PROGRESS_POLL_MS = 3_000

/** `/admin/artists/{uid}` — what one artist is owed, their PIX keys, payouts, statement and links. */
export function ArtistScreen() {
  const { t } = useTranslation('artists-back-office')
  const { uid = '' } = useParams()
  return (
    <Detail
      title={t('screenTitle')}
      call="GET /admin/artists/{uid}"
      request={{ params: { uid } }}
      list={paths.adminArtists}
      missing={t('missing')}
      pollEvery={(artist) => 'underWay' in artist && artist.underWay > 0 && IN_PROGRESS_POLL_MS}
    >
      {(artist) => (
        <>
          <ArtistFacts artist={artist} />
          <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-2 print:hidden">
            <May call="POST /admin/artists/{uid}/invitations">
              <ArtistAccount artist={artist} />
            </May>
            {'payable' in artist && (
              <>
                <ArtistKeys artist={artist} />
                <ArtistTaxes artist={artist} />
                <ArtistLinks artist={artist} />
              </>
            )}
          </div>
          {'payable' in artist && (
            <>
              <ArtistPayouts artist={artist} />
              <ArtistTips uid={artist.uid} />
              <ArtistStatement artist={artist} />
            </>
          )}
        </>
      )}
    </Detail>
  )
}

const money = (centavos: number) => <span className="figures">{unbroken(formatBRL(centavos))}</span>

/** What they are owed and were paid. */
function Owed({ artist }: { artist: ArtistDetailWire }) {
  const { payable, free, unplayed, unplayedUntil, underWay, paid } = artist
  const atRisk = payable - free - unplayed
  const { t } = useTranslation('artists-back-office')
  return (
    <>
      <Fact label={t('payable')}>{money(payable)}</Fact>
      <Fact label={t('free')}>{money(free)}</Fact>
      {unplayed > 0 && (
        <Fact label={t('unplayed')}>
          {money(unplayed)}
          {unplayedUntil && (
            <Hint>{t('unplayedHint', { when: formatInSaoPaulo(unplayedUntil, currentLanguage()) })}</Hint>
          )}
        </Fact>
      )}
      {atRisk > 0 && (
        <Fact label={t('atRisk')}>
          {money(atRisk)}
          <Hint>{t('atRiskHint')}</Hint>
        </Fact>
      )}
      <Fact label={t('underWay')}>{money(underWay)}</Fact>
      <Fact label={t('paid')}>{money(paid)}</Fact>
    </>
  )
}

const Hint = ({ children }: { children: string }) => (
  <span className="block max-w-[34ch] text-muted text-xs">{children}</span>
)

function ArtistFacts({ artist }: { artist: ArtistDetailWire | ArtistFactsWire }) {
  const { t } = useTranslation('artists-back-office')
  const { name, wallet, projects } = artist
  return (
    <>
      <p className="name mb-6 text-2xl">{name}</p>
      <div className="mb-10 grid grid-cols-1 gap-x-12 lg:grid-cols-2 print:hidden">
        <Facts>
          {'payable' in artist && <Owed artist={artist} />}
          <Fact label={t('wallet')}>
            <ExplorerLink hash={wallet} href={addressPage(wallet)} label={t('walletOf', { name })} />
          </Fact>
        </Facts>
        <ul
          className="divide-y divide-line self-start border-line border-y text-sm"
          aria-label={t('projects')}
        >
          {projects.map((project) => (
            <li key={project.uid} className="flex min-h-12 items-center justify-between gap-4 py-2">
              <Work {...project} />
              {'payable' in project && money(project.payable)}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** What fans added to prices for the artist, with the lines they wrote. */
function ArtistTips({ uid }: { uid: string }) {
  const { t } = useTranslation('artists-back-office')
  const list = useList('GET /admin/artists/{uid}/tips', { params: { uid } })
  const columns: Column<TipWire>[] = [
    { title: t('tips.project'), cell: ({ project }) => project },
    {
      title: t('tips.amount'),
      cell: ({ amount, isReturned }) => (
        <span>
          {unbroken(formatBRL(amount))}
          {isReturned && <span className="block text-muted text-xs">{t('tips.returned')}</span>}
        </span>
      ),
      figures: true,
    },
    { title: t('tips.words'), cell: ({ words }) => <span className="break-words">{words}</span> },
    { title: t('tips.at'), cell: ({ at }) => <Moment at={at} /> },
  ]
  return (
    <div className="print:hidden">
      <Part title={t('tips.title')}>
        <ListRows list={list} columns={columns} empty={t('tips.empty')} />
      </Part>
    </div>
  )
}
