import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { TROUBLE_KINDS } from '#domain/trouble.ts'
import type { TroubleWire } from '#server/product/troubles/contract.ts'
import { useAccountName } from '../../../back-office/account-name.ts'
import { CloseIncidentDialog } from '../../../back-office/close-incident-dialog.tsx'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import type { ListFilters } from '../../../back-office/filter-panel.tsx'
import { Incident } from '../../../back-office/incident.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { useCheck } from '../../../back-office/use-check.ts'
import { useList } from '../../../back-office/use-list.ts'
import { WaitingDecision } from '../../../back-office/waiting-decision.tsx'
import { formatMomentInSaoPaulo, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { CorrectDialog } from './correct-dialog.tsx'

/** What is amiss in ledger, auctions, keys and certificates: what it means, and what makes it go away. */
export function Troubles() {
  const { t } = useTranslation(['troubles-back-office', 'back-office'])
  const look = useCheck('lookedAt', { done: () => t('looking'), failed: t('failed') })
  const list = useList('GET /admin/troubles', { underWay: () => look.isUnderWay, offered: useOffered() })
  const { refetch } = list.rows
  // The list that was read before a look ended is not what it found.
  useEffect(() => {
    if (look.at) void refetch()
  }, [look.at, refetch])
  const [opened, open] = useState<{ trouble: TroubleWire; to: 'settle' | 'correct' } | null>(null)
  const words = useTroubleWords()
  const columns: Column<TroubleWire>[] = [
    { title: t('back-office:incident.what'), wide: true, cell: (trouble) => <Found trouble={trouble} /> },
    { title: t('since'), cell: ({ foundAt }) => <Moment at={foundAt} /> },
    {
      title: t('actions'),
      cell: (trouble) => <Actions trouble={trouble} onOpen={(to) => open({ trouble, to })} />,
    },
  ]
  const close = () => open(null)
  return (
    <>
      <DataList
        list={list}
        searchLabel={t('search')}
        file={t('file')}
        columns={columns}
        empty={look.at ? t('empty') : t('never')}
      >
        <Button busy={look.isBusy} onClick={look.start}>
          {t('look')}
        </Button>
      </DataList>
      <p className="mt-6 text-muted text-sm">
        {look.at && t('lookedAt', { at: formatMomentInSaoPaulo(look.at, currentLanguage()) })}
      </p>
      {opened?.to === 'correct' && <CorrectDialog trouble={opened.trouble} onClose={close} />}
      {opened?.to === 'settle' && (
        <CloseIncidentDialog
          call="POST /admin/troubles/{uid}/settle"
          request={(note) => ({ params: { uid: opened.trouble.uid }, body: { note } })}
          title={words(opened.trouble)}
          onClose={close}
        />
      )}
    </>
  )
}

function useOffered(): ListFilters {
  const { t } = useTranslation('troubles-back-office')
  const options = TROUBLE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))
  return { choices: [{ name: 'flow', label: t('kind'), options }] }
}

/** What can be done about each, where it is not a matter for whoever looks after the auctions. */
const TODO = {
  sum: 'sum',
  balance: 'balance',
  held: 'line',
  payouts: 'line',
  payouts_paid: 'line',
  disputes: 'line',
  card_refunds: 'line',
  unmatched: 'line',
  payout_parts: 'person',
  negative: 'person',
  refund_hold: 'person',
  refunded_too_much: 'person',
  write_off: 'person',
  erased: 'person',
  shares: 'person',
  withdrawal: 'person',
  stranded: 'stranded',
  gas: 'gas',
  pix: 'certificate',
  nfse: 'invoices',
  pix_unreadable: 'unreadable',
  nfse_unreadable: 'unreadable',
  card_webhook: 'card_webhook',
  pix_webhook: 'pix_webhook',
  pix_webhook_words: 'pix_webhook_words',
  cards: 'cards',
  pix_login: 'pix_login',
} as const
const isKnown = (name: string): name is keyof typeof TODO => name in TODO
const isUnreadable = (name: string) => isKnown(name) && TODO[name] === 'unreadable'

function useTroubleWords() {
  const { t } = useTranslation('troubles-back-office')
  return ({ name }: TroubleWire) => t(`names.${name as 'sum'}`, { defaultValue: name })
}

function Found({ trouble }: { trouble: TroubleWire }) {
  const { t } = useTranslation('troubles-back-office')
  const words = useTroubleWords()
  const accountName = useAccountName()
  const { kind, name, detail, offBy, account, about, settled } = trouble
  const language = currentLanguage()
  const amount = unbroken(formatBRL(Math.abs(offBy)))
  return (
    <>
      <Incident
        title={words(trouble)}
        about={about}
        facts={
          <>
            {account && offBy !== 0 && (
              <span>
                {t(offBy > 0 ? 'offMore' : 'offLess', { account: accountName(account, about), amount })}
              </span>
            )}
            {kind === 'certificate' && !isUnreadable(name) && (
              <span>{t('ends', { at: formatMomentInSaoPaulo(detail, language) })}</span>
            )}
            {(kind === 'gas' || isUnreadable(name)) && <span className="break-all">{detail}</span>}
          </>
        }
        todo={t(`todo.${isKnown(name) ? TODO[name] : 'market'}`)}
        technical={kind === 'fault' ? `${name}: ${detail}` : undefined}
      />
      {settled && (
        <p className="max-w-[68ch] pb-2 text-sm [overflow-wrap:anywhere]">
          {t('settled', { ...settled, at: formatMomentInSaoPaulo(settled.at, language) })}
        </p>
      )}
    </>
  )
}

function Actions({ trouble, onOpen }: { trouble: TroubleWire; onOpen(to: 'settle' | 'correct'): void }) {
  const { t } = useTranslation(['troubles-back-office', 'back-office'])
  const words = useTroubleWords()
  const { decision, settled, offBy, account } = trouble
  const name = `${words(trouble)} ${trouble.id}`
  if (decision) return <WaitingDecision decision={decision} />
  return (
    <span className="flex flex-wrap justify-end gap-2 md:justify-start">
      {account && offBy !== 0 && (
        <RowButton aria-haspopup="dialog" label={t('correctOf', { name })} onClick={() => onOpen('correct')}>
          {t('correct')}
        </RowButton>
      )}
      {!settled && (
        <RowButton
          look="quiet"
          aria-haspopup="dialog"
          label={t('back-office:incident.settleOf', { name })}
          onClick={() => onOpen('settle')}
        >
          {t('back-office:incident.settle')}
        </RowButton>
      )}
    </span>
  )
}
