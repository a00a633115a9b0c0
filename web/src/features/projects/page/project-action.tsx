import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { formatDateTime, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { unlockInWords } from '../../../lib/period.ts'
import { rememberReturn } from '../../../lib/return-path.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'
import { useSession } from '../../../session/provider.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ownershipQuery } from './api.ts'
import { Opening } from './opening.tsx'

const LOOK = 'mt-4 w-full sm:mt-6 sm:w-auto sm:self-start sm:px-10'

/** A fan's way to buy, in place of the link to the payment page (`otherwise`), which it may fall back on. */
export type WayToBuy = (project: PublicProjectWire, otherwise: ReactNode) => ReactNode

/** The waiting room of a lot that opens at an announced hour, which lets its fan to the sale in their turn. */
export type SaleIn = (props: { project: PublicProjectWire; opensAt: number; sale: ReactNode }) => ReactNode

/** Whether its lot is sold by the order of a waiting room. */
export const hasRoom = ({ opensAt, phase }: PublicProjectWire) => opensAt !== null && phase === 'first_lot'

type ProjectActionProps = {
  project: PublicProjectWire
  buy?: WayToBuy | undefined
  room?: SaleIn | undefined
}

/** The page's main action: sign in and buy, bid, or listen to what the fan already owns. */
export function ProjectAction({ project, buy, room }: ProjectActionProps) {
  const { t } = useTranslation('projects')
  const { state } = useSession()
  const isIn = state.phase === 'signed-in'
  const owned = useQuery({ ...ownershipQuery(project.uid), enabled: isIn }).data ?? false
  const { uid, projectName, phase, totalAvailable } = project
  const now = useServerNow()
  const opensAt = project.opensAt === null ? 0 : Date.parse(project.opensAt)

  if (owned) {
    const mayGive = phase === 'first_lot' && totalAvailable > 0 && !project.isPaused && opensAt <= now
    return (
      <div className="flex flex-wrap gap-x-4">
        <ButtonLink to={paths.shelf} className={LOOK}>
          {t('yours')}
        </ButtonLink>
        {mayGive && (
          <ButtonLink look="secondary" to={paths.giving(uid)} className={LOOK}>
            {t('give')}
          </ButtonLink>
        )}
      </div>
    )
  }
  if (phase === 'closed') {
    return (
      <div className="mt-8 flex flex-col items-start gap-4">
        <p className="font-medium text-lg">{t('closedTitle', { projectName })}</p>
        <p className="text-muted">{t('closedText')}</p>
        <ButtonLink to={paths.dashboard}>{t('others')}</ButtonLink>
      </div>
    )
  }
  const sale = <Sale project={project} opensAt={opensAt} isIn={isIn} buy={buy} />
  return room && hasRoom(project) ? room({ project, opensAt, sale }) : sale
}

type SaleProps = { project: PublicProjectWire; opensAt: number; isIn: boolean; buy: WayToBuy | undefined }

/** The ways to buy, bid or give; or why there is none now. */
function Sale({ project, opensAt, isIn, buy }: SaleProps) {
  const { t } = useTranslation('projects')
  const { uid, phase, totalAvailable, fiatPrice } = project
  const now = useServerNow()
  const unlock = unlockInWords()
  if (project.isPaused) {
    const date = formatDateTime(new Date(opensAt).toISOString(), currentLanguage())
    return (
      <p className="mt-6 max-w-[50ch] text-muted">
        {opensAt > now ? t('pausedBeforeOpening', { date }) : t('paused')}
      </p>
    )
  }
  if (opensAt > now) return <Opening project={project} opensAt={opensAt} />
  if (phase === 'first_lot' && totalAvailable === 0) return <p className="mt-6 text-muted">{t('noUnits')}</p>
  const way = (
    <Way project={project} isIn={isIn} to={phase === 'auction' ? paths.auction(uid) : paths.payment(uid)}>
      {t(phase === 'auction' ? 'bid' : 'listen')}
    </Way>
  )
  return (
    <>
      <div className="flex flex-wrap gap-x-4">
        {buy && phase === 'first_lot' ? buy(project, way) : way}
        {phase === 'first_lot' && (
          <Way project={project} isIn={isIn} to={paths.giving(uid)} look="secondary">
            {t('give')}
          </Way>
        )}
      </div>
      <p className="mt-3 max-w-[50ch] text-muted text-sm">
        {phase === 'auction'
          ? t('howBid', { unlock, amount: unbroken(formatBRL(fiatPrice)) })
          : t('how', { unlock })}{' '}
        {!isIn && t('signInFirst')}
      </p>
    </>
  )
}

type WayProps = {
  project: PublicProjectWire
  isIn: boolean
  to: string
  look?: 'primary' | 'secondary'
  children: ReactNode
}

/** Leads to buying, bidding or giving; a visitor signs in first, and returns: to the page, or to giving. */
function Way({ project, isIn, to, look = 'primary', children }: WayProps) {
  const back = look === 'primary' ? paths.work(project.uid) : to
  return (
    <ButtonLink
      look={look}
      to={isIn ? to : paths.login}
      {...(!isIn && { onClick: () => rememberReturn(back, Date.now()) })}
      className={LOOK}
    >
      {children}
    </ButtonLink>
  )
}
