import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { reasonInWords } from '#domain/money-decision.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import { WITHHELD_TAXES } from '#domain/withholding.ts'
import type { PayoutReceiptWire } from '#server/product/artists/earnings-wire.ts'
import { Detail } from '../../../back-office/detail.tsx'
import { OutgoingActions } from '../../../back-office/outgoing-actions.tsx'
import { DECIDED_TONES, Pill } from '../../../back-office/pill.tsx'
import { formatInSaoPaulo } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'

const IN_PROGRESS_POLL_MS = 3_000

/** `/admin/payouts/{uid}` — one payout, to keep or print. */
export function PayoutScreen() {
  const { t } = useTranslation('artists-back-office')
  const { uid = '' } = useParams()
  return (
    <Detail
      title={t('receipt.title')}
      call="GET /admin/payouts/{uid}"
      request={{ params: { uid } }}
      list={paths.adminArtists}
      missing={t('receipt.missing')}
      pollEvery={({ status }) => status === 'approved' && IN_PROGRESS_POLL_MS}
    >
      {(payout) => <Receipt payout={payout} />}
    </Detail>
  )
}

function Receipt({ payout }: { payout: PayoutReceiptWire }) {
  const { t } = useTranslation(['artists-back-office', 'outgoing-back-office'])
  const { artist, status, reason, pixKeyType, pixKey, createdAt, endedAt, endToEndId, parts } = payout
  const isTaxed = payout.net < payout.amount
  const moment = (at: string) => t('receipt.zone', { moment: formatInSaoPaulo(at, currentLanguage()) })
  return (
    <article className="max-w-xl">
      <Rows>
        <Row label={t('receipt.artist')} value={artist.name} />
        <Row label={t('receipt.legalName')} value={payout.legalName} />
        <Row label={t('receipt.key')} value={formatPixKey(pixKeyType, pixKey)} />
        {parts.map(({ projectName, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a payout never change, and two projects may have the same name.
          <Row key={index} label={t('receipt.part', { project: projectName })} value={formatBRL(amount)} />
        ))}
        <Row label={t('receipt.amount')} value={formatBRL(payout.amount)} strong={!isTaxed} />
        {WITHHELD_TAXES.filter((tax) => payout.withheld[tax] > 0).map((tax) => (
          <Row
            key={tax}
            label={t('taxes.withheld', { tax: t(`taxes.${tax}`) })}
            value={formatBRL(-payout.withheld[tax])}
          />
        ))}
        {isTaxed && <Row label={t('taxes.net')} value={formatBRL(payout.net)} strong />}
        <Row
          label={t('receipt.status')}
          value={<Pill tone={DECIDED_TONES[status]}>{t(`payout.statuses.${status}`)}</Pill>}
        />
        {reason && (
          <Row
            label={t('receipt.reason')}
            value={reasonInWords(reason, ({ why, id }) => t(`outgoing-back-office:failures.${why}`, { id }))}
            small
          />
        )}
        <Row label={t('receipt.askedAt')} value={moment(createdAt)} />
        {endedAt && <Row label={t('receipt.endedAt')} value={moment(endedAt)} />}
        {endToEndId && <Row label={t('receipt.endToEnd')} value={endToEndId} small />}
        <Row label={t('receipt.reference')} value={payout.uid} small />
      </Rows>
      {status === 'approved' && (
        <div className="mt-6 print:hidden">
          <OutgoingActions kind="payout" payment={payout} name={payout.legalName} />
        </div>
      )}
      <div className="mt-8 flex flex-col gap-2 sm:flex-row print:hidden">
        <Button onClick={() => print()}>{t('receipt.print')}</Button>
        <ButtonLink look="secondary" to={paths.adminArtist(artist.uid)}>
          {t('receipt.back')}
        </ButtonLink>
      </div>
    </article>
  )
}
