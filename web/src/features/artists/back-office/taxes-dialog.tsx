import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  HIGHEST_RATES,
  isTaxDocument,
  type TaxRates,
  WITHHELD_TAXES,
  type WithheldTax,
} from '#domain/withholding.ts'
import type { ArtistTaxesWire } from '#server/product/artists/wire.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Values = { document: string } & Record<keyof TaxRates, string>
type TaxesDialogProps = { uid: string; taxes: ArtistTaxesWire | null; onClose(): void }

/** Document and rates, in per cent as people write them. */
export function TaxesDialog({ uid, taxes, onClose }: TaxesDialogProps) {
  const { t, i18n } = useTranslation('artists-back-office')
  const written = (basisPoints: number) =>
    (basisPoints / 100).toLocaleString(i18n.language, { maximumFractionDigits: 2 })
  const form = useForm<Values>({
    defaultValues: {
      document: taxes?.document ?? '',
      irrf: written(taxes?.irrf ?? 0),
      iss: written(taxes?.iss ?? 0),
      inss: written(taxes?.inss ?? 0),
    },
  })
  const { errors } = form.formState
  const isRate = (tax: WithheldTax) => (text: string) => {
    const rate = basisPointsOf(text)
    const most = HIGHEST_RATES[tax]
    return (rate !== null && rate <= most) || t('taxes.rateInvalid', { most: written(most) })
  }
  return (
    <DecisionDialog
      call="POST /admin/artists/{uid}/taxes"
      title={t('taxes.modal')}
      form={form}
      request={(values) => ({
        params: { uid },
        body: { document: unpunctuated(values.document), ...ratesIn(values) },
      })}
      submit={t('taxes.save')}
      done={() => t('taxes.saved')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t('taxes.text')}</p>
      <TextField
        label={t('taxes.document')}
        hint={t('taxes.documentHint')}
        autoCapitalize="characters"
        autoComplete="off"
        error={errors.document?.message}
        {...form.register('document', {
          validate: (text) => isTaxDocument(unpunctuated(text)) || t('taxes.documentInvalid'),
        })}
      />
      {WITHHELD_TAXES.map((tax) => (
        <TextField
          key={tax}
          label={t('taxes.rateLabel', { tax: t(`taxes.${tax}`) })}
          inputMode="decimal"
          autoComplete="off"
          error={errors[tax]?.message}
          {...form.register(tax, { validate: isRate(tax) })}
        />
      ))}
    </DecisionDialog>
  )
}

const unpunctuated = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

/** `1,5` and `1.50` are 150; null is no rate. */
function basisPointsOf(text: string): number | null {
  const found = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null
}

const ratesIn = (values: Values): TaxRates => ({
  irrf: basisPointsOf(values.irrf) ?? 0,
  iss: basisPointsOf(values.iss) ?? 0,
  inss: basisPointsOf(values.inss) ?? 0,
})
