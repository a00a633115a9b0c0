import { useSearchParams } from 'react-router'
import { isMonth } from '#domain/payout.ts'
import { serverNow } from '../lib/clock.ts'
import { formatMonth } from '../lib/format.ts'
import { currentLanguage } from '../lib/i18n.ts'
import { monthOf, shiftMonth } from '../lib/month.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** The month in the address, which is never in the future; the present one without any. */
export function useMonth() {
  const [params, setParams] = useSearchParams()
  const present = monthOf(new Date(serverNow()))
  const given = params.get('month') ?? ''
  const month = isMonth(given) && given < present ? given : present
  function go(step: number) {
    const next = shiftMonth(month, step)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === present) after.delete('month')
        else after.set('month', next)
        return after
      },
      { replace: true },
    )
  }
  return {
    month,
    isPresent: month === present,
    go,
    named: formatMonth(`${month}-15T12:00:00Z`, currentLanguage()),
  }
}

type MonthStepsProps = { of: ReturnType<typeof useMonth>; previous: string; next: string }

/** The month, and the buttons to those beside it, by their labels. */
export function MonthSteps({ of: { named, isPresent, go }, previous, next }: MonthStepsProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton label={previous} onClick={() => go(-1)}>
        <Icon name="chevron" className="size-5 rotate-90" />
      </IconButton>
      <span aria-live="polite" className="min-w-40 text-center">
        {named}
      </span>
      <IconButton label={next} disabled={isPresent} onClick={() => go(1)}>
        <Icon name="chevron" className="-rotate-90 size-5" />
      </IconButton>
    </div>
  )
}
