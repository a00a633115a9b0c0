import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { RemedyWire, TroubleWire } from '#server/product/troubles/contract.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { LinesBox, LinesPreview, useNames } from '../../../back-office/lines-preview.tsx'
import { ReasonField } from '../../../back-office/reason-field.tsx'
import { SubjectLink } from '../../../back-office/subject-link.tsx'
import { dataOf } from '../../../lib/api.ts'
import { formatMomentInSaoPaulo, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type CorrectDialogProps = { trouble: TroubleWire; onClose(): void }

/** The corrections that would make a fault go away, with the accounts before and after. */
export function CorrectDialog({ trouble, onClose }: CorrectDialogProps) {
  const { t } = useTranslation('troubles-back-office')
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['remedies', trouble.uid],
    queryFn: ({ signal }) =>
      dataOf('GET /admin/troubles/{uid}/remedies', { params: { uid: trouble.uid }, signal }),
    staleTime: 0,
  })
  if (data && data.length > 0) return <Corrections trouble={trouble} remedies={data} onClose={onClose} />
  return (
    <Modal open onClose={onClose} title={t('correctTitle')}>
      {data && <p>{t('none')}</p>}
      {!data && isError && (
        <Failure message={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !isError && <Skeleton className="h-40" />}
    </Modal>
  )
}

type CorrectionsProps = CorrectDialogProps & { remedies: readonly RemedyWire[] }
type Values = { chosen: string; note: string }

function Corrections({ trouble, remedies, onClose }: CorrectionsProps) {
  const { t } = useTranslation('troubles-back-office')
  const form = useForm<Values>({ defaultValues: { chosen: '0', note: '' } })
  const remedy = remedies[Number(form.watch('chosen'))] ?? remedies[0]
  if (!remedy) return null
  return (
    <DecisionDialog
      call="POST /admin/troubles/{uid}/correct"
      title={t('correctTitle')}
      form={form}
      request={({ note }) => ({
        params: { uid: trouble.uid },
        body: { correction: remedy.correction, line: remedy.line?.id ?? null, note },
      })}
      submit={t('submit')}
      done={({ isDone }) => t(isDone ? 'done' : 'asked')}
      failed={t('failed')}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium text-sm">{t('which')}</legend>
        {remedies.map((each, index) => (
          <label
            key={each.line?.id ?? each.correction}
            className="flex min-h-11 items-start gap-3 rounded-control border border-line p-3 has-checked:border-text"
          >
            <input
              type="radio"
              value={String(index)}
              {...form.register('chosen')}
              className="mt-1 size-4 shrink-0 accent-text"
            />
            <Remedy remedy={each} />
          </label>
        ))}
      </fieldset>
      <LinesBox>
        <LinesPreview lines={linesOf(remedy)} accounts={remedy.accounts} />
      </LinesBox>
      <p className="text-muted text-sm">{t('correctText')}</p>
      <ReasonField
        label={t('note')}
        hint={t('noteHint')}
        tooLong={t('noteTooLong')}
        error={form.formState.errors.note?.message}
        register={(rules) => form.register('note', rules)}
      />
    </DecisionDialog>
  )
}

const money = (centavos: number) => unbroken(formatBRL(centavos))

function Remedy({ remedy }: { remedy: RemedyWire }) {
  const { t } = useTranslation('troubles-back-office')
  const name = useNames(remedy.accounts)
  const { line } = remedy
  if (!line) return <span className="text-sm">{t('recounted')}</span>
  return (
    <span className="min-w-0 text-sm [overflow-wrap:anywhere]">
      <span className="block">
        {t('reversed', {
          amount: money(line.amount),
          at: formatMomentInSaoPaulo(line.at, currentLanguage()),
        })}
      </span>
      <span className="block text-muted text-xs">
        {t('fromTo', { debit: name(line.debit), credit: name(line.credit) })}
      </span>
      <span className="block text-xs">
        {line.about ? <SubjectLink subject={line.about} /> : <strong>{t('ofNobody')}</strong>}
      </span>
      <span className="block break-all font-mono text-muted text-xs">{line.id}</span>
    </span>
  )
}

/** A line is taken back by the same one the other way round. */
function linesOf({ line }: RemedyWire) {
  return line ? [{ debit: line.credit, credit: line.debit, amount: line.amount }] : []
}
