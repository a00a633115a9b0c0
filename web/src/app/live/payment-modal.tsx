import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { PlayNow } from '../../features/access/play-now.tsx'
import { keptSums } from '../../features/payments/checkout/kept-money.ts'
import { PurchaseMoney } from '../../features/payments/purchase-money.tsx'
import { paths } from '../../lib/paths.ts'
import { periodInWords, unlockInWords } from '../../lib/period.ts'
import { keys } from '../../lib/query.ts'
import { rest } from '../../lib/supabase.ts'
import { tableFault } from '../../lib/table-fault.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { MomentDialog } from '../../ui/moment.tsx'
import type { ShownPayment } from './payments.ts'

/**
 * After a payment has changed, whatever screen the fan is on by then: a $TUNE that has become theirs has the
 * whole screen, anything else is said in a modal.
 */
export function PaymentModal({ payment, onClose }: { payment: ShownPayment | null; onClose(): void }) {
  const { t } = useTranslation('live')
  const work = useQuery(shownWorkQuery(payment?.projectId ?? null))
  if (work.isLoading) return null
  if (payment && work.data) return <YoursMoment payment={payment} work={work.data} onClose={onClose} />
  return (
    <Modal
      open={payment !== null}
      onClose={onClose}
      title={payment ? t(`modal.${payment.status}.title` as 'modal.succeded.title') : ''}
    >
      {payment && <Words payment={payment} onClose={onClose} />}
    </Modal>
  )
}

type WordsProps = { payment: ShownPayment; onClose(): void }

function Words({ payment, onClose }: WordsProps) {
  const { t } = useTranslation('live')
  const { t: pay } = useTranslation('payments')
  const isKept = payment.method !== 'balance' && ['failed-mint', 'failed-bided'].includes(payment.status)
  return (
    <>
      <p>{useText(payment, null)}</p>
      {isKept && <p className="mt-3 text-muted">{keptSums(pay, payment)}</p>}
      <ModalActions>
        {payment.leadsToShelf ? (
          <ShelfButton look="primary" onLeave={onClose} />
        ) : (
          <Button onClick={onClose}>{t('understood')}</Button>
        )}
      </ModalActions>
    </>
  )
}

function YoursMoment({ payment, work, onClose }: WordsProps & { work: ShownWork }) {
  const { t } = useTranslation('live')
  return (
    <MomentDialog
      title={t(`modal.${payment.status}.title` as 'modal.succeded.title')}
      work={work}
      share={1}
      tone={payment.status === 'succeded-winner' ? 'gold' : 'live'}
      lines={[useText(payment, work)]}
      money={payment.flow === 'mint' ? <PurchaseMoney {...payment} /> : formatBRL(payment.amount)}
      onClose={onClose}
    >
      <PlayNow projectUid={work.uid} validPeriod={work.validPeriod} onPlay={onClose} />
      <ShelfButton look="secondary" onLeave={onClose} />
    </MomentDialog>
  )
}

function useText({ status, flow }: ShownPayment, work: ShownWork | null): string {
  const { t } = useTranslation('live')
  const period = work ? periodInWords(work.validPeriod) : t('period')
  return t(`modal.${status}.text` as 'modal.succeded.text', {
    unlock: unlockInWords(),
    period,
    context: flow,
  })
}

/** Leads to the shelf; on the shelf itself it only closes. */
function ShelfButton({ look, onLeave }: { look: 'primary' | 'secondary'; onLeave(): void }) {
  const { t } = useTranslation('live')
  const navigate = useNavigate()
  if (useLocation().pathname === paths.shelf) {
    return (
      <Button look={look} onClick={onLeave}>
        {t('understood')}
      </Button>
    )
  }
  return (
    <Button
      look={look}
      onClick={() => {
        onLeave()
        navigate(paths.shelf)
      }}
    >
      {t('shelf')}
    </Button>
  )
}

/** The work of a $TUNE that has become the fan's; `validPeriod` in seconds. */
type ShownWork = {
  uid: string
  projectName: string
  author: string
  thumbnail: string
  tint: string | null
  validPeriod: number
}

/** Reads the work only once it is to be shown; `null` asks nothing. */
const shownWorkQuery = (projectId: number | null) =>
  queryOptions({
    queryKey: keys.shownWork(projectId),
    enabled: projectId !== null,
    queryFn: async () => {
      const { data, error } = await (await rest())
        .from('projects')
        .select('uid,projectName:project_name,author,thumbnail,tint,validPeriod:valid_period')
        .eq('id', projectId)
        .single()
      if (error) throw tableFault(error)
      return data as ShownWork
    },
  })
