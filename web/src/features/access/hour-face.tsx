import { useTranslation } from 'react-i18next'
import { formatClock, secondsLeft, shareLeft } from '#domain/countdown.ts'
import type { TokenWire } from '#server/product/access/contract.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Cover } from '../../ui/cover.tsx'
import { runningWords } from './running-words.ts'

type HourFaceProps = { token: TokenWire; end: number; large?: boolean }

/**
 * A running hour: the cover with its ring, the names, the clock. Small, where the text is large for the window or the room is
 * another's, name and clock stand side by side. `end`: milliseconds since 1970.
 */
export function HourFace({ token, end, large = false }: HourFaceProps) {
  const { t } = useTranslation('access')
  const now = useServerNow()
  const { projectName, author, thumbnail, validPeriod } = token.project
  // Small, it stands in a button, which takes no headings.
  const [Line, Name] = large ? (['div', 'h2'] as const) : (['span', 'span'] as const)
  const clock = (
    <span role="timer" aria-live="off" className={`figures text-live ${large ? 'text-2xl' : ''}`}>
      {formatClock(secondsLeft(end, now, validPeriod)).replace(/^00:/, '')}
    </span>
  )
  return (
    <Line className={`flex items-center ${large ? 'gap-4' : 'gap-3'}`}>
      <Cover
        src={thumbnail}
        author={author}
        projectName={projectName}
        decorative
        small
        sizes="4rem"
        ring={{ share: shareLeft(end - validPeriod * 1000, end, now), tone: 'live' }}
        className={`m-1.25 shrink-0 ${large ? 'w-14' : 'w-11 md:hidden tight:hidden thin:w-6'}`}
      />
      <Line
        className={`min-w-0 flex-1 ${large ? '' : 'tight:flex thin:flex tight:items-baseline thin:items-baseline tight:gap-3 thin:gap-3'}`}
      >
        <Name
          className={
            large
              ? 'name block truncate text-2xl'
              : 'line-clamp-2 font-semibold leading-snug tight:line-clamp-1 thin:line-clamp-1 tight:min-w-0 thin:min-w-0 tight:flex-1 thin:flex-1 tight:break-all thin:break-all'
          }
        >
          {projectName}
        </Name>
        {large ? (
          <span className="block truncate text-muted text-sm">{author}</span>
        ) : (
          // Below the name, so that the name has the width.
          <span className="flex flex-wrap gap-x-2 text-sm tight:shrink-0 thin:shrink-0">
            {clock}
            <span className="text-muted tight:sr-only thin:sr-only">{t(runningWords(token))}</span>
          </span>
        )}
      </Line>
      {large && clock}
    </Line>
  )
}
