import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'

type BelowFieldProps = { below: number | null; busy: boolean; onSave(below: number | null): Promise<void> }

/** The amount for which a unit may come; an empty field asks for nothing. */
export function BelowField({ below, busy, onSave }: BelowFieldProps) {
  const { t } = useTranslation('alerts')
  const [amount, setAmount] = useState(below)

  async function save() {
    await onSave(amount)
    toast.success(amount === null ? t('belowGone') : t('saved', { amount: formatBRL(amount) }))
  }

  return (
    <form
      noValidate
      className="flex max-w-sm flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        // A refusal has been shown.
        void save().catch(() => undefined)
      }}
    >
      <div className="min-w-40 flex-1">
        <MoneyField
          name="below"
          label={t('below')}
          hint={t('belowHint')}
          value={amount}
          onChange={setAmount}
        />
      </div>
      <Button type="submit" look="secondary" busy={busy}>
        {t('save')}
      </Button>
    </form>
  )
}
