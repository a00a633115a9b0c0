import { useTranslation } from 'react-i18next'
import { May } from '../../../../back-office/office.tsx'
import { CHECKS, type Looks, useCheck } from '../../../../back-office/use-check.ts'
import { formatMomentInSaoPaulo } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { useServerNow } from '../../../../lib/use-server-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { ago } from './ago.ts'

/** When the books were last looked at and last compared, and what that found; either can be asked for now. */
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
  const { looks, isUnderWay, isBusy, start } = useCheck(check, { done: () => done, failed: t('failed') })
  return (
    <div className="flex w-full items-center justify-between gap-3 sm:w-auto">
      <span className="min-w-0">
        {isUnderWay ? t(`today.checks.underWay.${check}`) : looks && <Last check={check} looks={looks} />}
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

function Last({ check, looks }: { check: keyof typeof CHECKS; looks: Looks }) {
  const { t } = useTranslation('operations-back-office')
  const now = useServerNow()
  const language = currentLanguage()
  const { found, comparedUntil, differences } = looks
  const at = looks[check]
  if (at === null) return t(`today.checks.never.${check}`)
  const results = {
    lookedAt: () => (found === 0 ? t('today.checks.inOrder') : t('today.checks.found', { count: found })),
    comparedAt: () => {
      if (differences > 0) return t('ledger.found', { count: differences })
      if (comparedUntil === null) return t('ledger.equal')
      return t('ledger.equalUntil', { at: formatMomentInSaoPaulo(comparedUntil, language) })
    },
  }
  return `${t(`today.checks.${check}`, { ago: ago(at, now, language) })}. ${results[check]()}.`
}
