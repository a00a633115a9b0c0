import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { config } from '../../../lib/config.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useFixed } from './edited-project.ts'
import { FormCard } from './form-card.tsx'
import { faults, type ProjectValues } from './project-values.ts'
import { useProjectRules } from './use-project-rules.ts'

/** The contract's name and symbol, and who is paid on the chain. */
export function BlockchainCard() {
  const { t } = useTranslation('projects-back-office')
  const { register, formState, setValue } = useFormContext<ProjectValues>()
  const rule = useProjectRules()
  const { errors } = formState
  const fixed = useFixed()
  return (
    <FormCard title={t('create.blockchain')}>
      <TextField
        label={t('create.symbol')}
        hint={fixed('symbol') ?? t('create.symbolHint')}
        readOnly={fixed('symbol') !== null}
        maxLength={11}
        autoComplete="off"
        spellCheck={false}
        error={errors.symbol?.message}
        className="figures"
        {...register('symbol', {
          ...rule(faults.symbol),
          // The form validates what was typed; the value as changed here has to be validated again.
          onChange: ({ target }) =>
            setValue('symbol', target.value.toUpperCase(), { shouldValidate: formState.isSubmitted }),
        })}
      />
      <TextField
        label={t('create.authorWallet')}
        maxLength={42}
        autoComplete="off"
        spellCheck={false}
        placeholder="0x…"
        hint={fixed('authorWallet') ?? undefined}
        readOnly={fixed('authorWallet') !== null}
        error={errors.authorWallet?.message}
        className="figures"
        {...register('authorWallet', rule(faults.wallet))}
      />
      <TextField
        label={t('create.appWallet')}
        hint={t('create.appWalletHint')}
        value={config().platformWallet}
        readOnly
        className="figures"
      />
    </FormCard>
  )
}
