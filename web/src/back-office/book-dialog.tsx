import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LEFT_OUTCOMES, type LeftOutcome, type Outgoing } from '#domain/money-decision.ts'
import { Choice } from '../ui/choice.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { LISTS } from './outgoing-lists.ts'
import { Preview } from './preview.tsx'
import { ReasonField } from './reason-field.tsx'

type BookDialogProps = {
  kind: Outgoing
  uid: string
  /** How much, and to whom. */
  of: { amount: string; name: string }
  onClose(): void
}
type Values = { outcome: LeftOutcome; note: string }

/** Books money that left without our books: whoever has it is charged, or the house bears it. */
export function BookDialog({ kind, uid, of, onClose }: BookDialogProps) {
  const { t } = useTranslation('outgoing-back-office')
  const form = useForm<Values>({ defaultValues: { outcome: 'charged', note: '' } })
  const outcome = form.watch('outcome')
  return (
    <DecisionDialog
      call={`POST /admin/${LISTS[kind]}/{uid}/book`}
      title={t('book.title')}
      form={form}
      request={(body) => ({ params: { uid }, body })}
      submit={t('book.submit')}
      done={({ decision }) => t(decision ? 'decision.waiting' : 'book.done')}
      failed={t('decision.failed')}
      onClose={onClose}
    >
      <p className="font-medium [overflow-wrap:anywhere]">{`${of.amount} · ${of.name}`}</p>
      <p className="text-muted text-sm">{t(`book.what.${kind}`)}</p>
      <Choice
        label={t('book.who')}
        options={LEFT_OUTCOMES.map((value) => ({ value, label: t(`decision.outcomes.${value}`) }))}
        value={outcome}
        onChange={(next) => form.setValue('outcome', next)}
      />
      <p className="text-muted text-sm">{t(outcome === 'charged' ? `book.charged.${kind}` : 'book.borne')}</p>
      <Preview
        call={`GET /admin/${LISTS[kind]}/{uid}/book-lines`}
        request={{ params: { uid }, query: { outcome } }}
      />
      <ReasonField
        label={t('decision.note')}
        hint={t('decision.noteHint')}
        tooLong={t('decision.tooLong')}
        error={form.formState.errors.note?.message}
        register={(rules) => form.register('note', rules)}
      />
    </DecisionDialog>
  )
}
