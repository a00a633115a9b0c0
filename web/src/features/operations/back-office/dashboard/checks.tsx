import { useTranslation } from 'react-i18next'
import { May } from '../../../../back-office/office.tsx'
import { CHECKS, useCheck } from '../../../../back-office/use-check.ts'
import { serverNow } from '../../../../lib/clock.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { ago } from './ago.ts'

/** When the books were last looked at, and when they were last compared; either can be asked for now. */
export function Checks() {
  const { t } = useTranslation(['operations-back-office', 'troubles-back-office'])
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-8 gap-y-1 text-muted text-sm">
      <Check check="lookedAt" now={t('troubles-back-office:look')} done={t('troubles-back-office:looking')} />
      <Check check="comparedAt" now={t('ledger.start')} done={t('ledger.started')} />
    </div>
  )
}

type CheckProps = { check: keyof typeof CHECKS; now: string; done: string }

function Check({ check, now, done }: CheckProps) {
  const { t } = useTranslation('operations-back-office')
  const { at, isBusy, start } = useCheck(check, { done: () => done, failed: t('failed') })
  return (
    <div className="flex w-full items-center justify-between gap-3 sm:w-auto">
      <span className="min-w-0">
        {at !== undefined &&
          t(`today.checks.${check}`, {
            ago: at ? ago(at, serverNow(), currentLanguage()) : t('today.checks.never'),
          })}
      </span>
      <May call={CHECKS[check]}>
        <Button
          look="secondary"
          className="min-h-11 shrink-0 px-3 py-1.5 text-sm"
          busy={isBusy}
          onClick={start}
        >
          {now}
        </Button>
      </May>
    </div>
  )
}
