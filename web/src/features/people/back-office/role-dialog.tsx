import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ROLES, type Role } from '#domain/role.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { ReasonField } from '../../../back-office/reason-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useRoleRule } from './team.tsx'

type RoleDialogProps = { person: { uid: string; name: string; role: Role }; onClose(): void }

/** Asks for another role for somebody; with one owner alone, it is theirs at once. */
export function RoleDialog({ person, onClose }: RoleDialogProps) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const others = ROLES.filter((role) => role !== person.role)
  const form = useForm<{ role: Role; reason: string }>({
    defaultValues: { role: others[0] ?? 'user', reason: '' },
  })
  const hint = useId()
  const rule = useRoleRule()
  return (
    <DecisionDialog
      call="POST /admin/users/{uid}/role"
      form={form}
      request={(body) => ({ params: { uid: person.uid }, body })}
      title={t('team.changeOf', { name: person.name })}
      submit={t(rule === 'alone' ? 'team.change' : 'team.submit')}
      done={({ status }) => t(status === 'done' ? 'team.done' : 'team.requested')}
      failed={t('back-office:failed')}
      onClose={onClose}
    >
      <SelectField label={t('team.role')} aria-describedby={hint} {...form.register('role')}>
        {others.map((role) => (
          <option key={role} value={role}>
            {t(`back-office:roles.${role}`)}
          </option>
        ))}
      </SelectField>
      <p id={hint} className="-mt-2 text-muted text-sm">
        {t(`team.hints.${form.watch('role')}`)}
      </p>
      <ReasonField
        label={t('team.reason')}
        hint={t('team.reasonHint')}
        tooLong={t('back-office:tooLong')}
        error={form.formState.errors.reason?.message}
        register={(rules) => form.register('reason', rules)}
      />
      {rule && <p className="text-muted text-sm">{t(`team.rule.${rule}`)}</p>}
    </DecisionDialog>
  )
}
