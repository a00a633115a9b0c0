import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatPixKey } from '#domain/pix-key.ts'
import type { StudioWire } from '#server/product/studio/contract.ts'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { NOBODY, type Payee, PayeeFields } from '../../ui/payee-fields.tsx'
import { enteredPixKey } from '../../ui/pix-key-fields.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { useStudioAction } from './use-studio-action.ts'

/** Where payouts go, and entering another key: the server asks for a proof first, and our team confirms it. */
export function Payouts({ studio: { key, waitingKey } }: { studio: StudioWire }) {
  const { t } = useTranslation('studio')
  const hasKey = key !== null || waitingKey !== null
  return (
    <div className="grid max-w-5xl grid-cols-1 items-start gap-10 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <p className="max-w-[60ch] text-muted">{t(hasKey ? 'payouts.text' : 'payouts.textFirst')}</p>
        <section>
          <h2 className="section-title mb-3">{t('payouts.key')}</h2>
          {key ? <KeyRows of={key} /> : <p className="text-muted">{t('payouts.none')}</p>}
        </section>
        {waitingKey && (
          <section>
            <h2 className="section-title mb-3">
              {t('payouts.waiting', { when: formatDateTime(waitingKey.enteredAt, currentLanguage()) })}
            </h2>
            <KeyRows of={waitingKey} />
          </section>
        )}
      </div>
      <KeyForm title={t(hasKey ? 'payouts.change' : 'payouts.first')} />
    </div>
  )
}

function KeyRows({ of: { legalName, pixKeyType, pixKey } }: { of: NonNullable<StudioWire['key']> }) {
  const { t } = useTranslation(['studio', 'pix-key'])
  return (
    <Rows>
      <Row label={t('payouts.legalName')} value={legalName} />
      <Row label={t(`pix-key:types.${pixKeyType}`)} value={formatPixKey(pixKeyType, pixKey)} />
    </Rows>
  )
}

function KeyForm({ title }: { title: string }) {
  const { t } = useTranslation('studio')
  const form = useForm<Payee>({ defaultValues: NOBODY })
  const enter = useStudioAction(
    ({ legalName, ...key }: Payee) =>
      api('POST /studio/keys', { body: { legalName, ...enteredPixKey(key) } }),
    t('payouts.saved'),
    () => form.reset(NOBODY),
  )
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={form.handleSubmit((values) => {
        if (!enter.isPending) enter.mutate(values)
      })}
      className="flex flex-col gap-6 rounded-sheet border border-line bg-raised p-5 sm:p-8"
    >
      <h2 className="section-title">{title}</h2>
      <PayeeFields
        form={form}
        words={{
          legalName: t('payouts.legalName'),
          legalNameHint: t('payouts.legalNameHint'),
        }}
      />
      <Button type="submit" busy={enter.isPending}>
        {t('payouts.save')}
      </Button>
    </form>
  )
}
