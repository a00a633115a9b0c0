import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dataOf } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { Cover } from '../../ui/cover.tsx'

type AwaitedProps = {
  kind: 'work' | 'gift'
  /** The work's uid, or the gift's secret. */
  of: string
}

type Shown = AwaitedProps & {
  /** Whether only the second step of the sign-in is left. */
  isHalfIn: boolean
}

type Work = { projectName: string; author: string; thumbnail: string; tint: string | null }

/** Without the cache of queries, which the signed-out screens do not load. */
async function readWork({ kind, of }: AwaitedProps): Promise<Work> {
  if (kind === 'work') return dataOf('GET /projects/{uid}/public', { params: { uid: of } })
  return (await dataOf('POST /gifts/offered', { body: { code: of } })).project
}

/** Above a sign-in: which work somebody came for, and that they get back to it. */
export function Awaited({ kind, of, isHalfIn }: Shown) {
  const { t } = useTranslation('sign-in')
  const [work, setWork] = useState<Work | null>(null)
  useEffect(() => {
    readWork({ kind, of }).then(setWork, () => undefined)
  }, [kind, of])
  if (!work) return null
  return (
    <section aria-label={t('awaited.label')} className="mb-6 flex w-full max-w-md items-center gap-4">
      <Cover
        src={work.thumbnail}
        author={work.author}
        projectName={work.projectName}
        tint={work.tint}
        decorative
        eager
        sizes="4rem"
        className="size-16 shrink-0"
        small
      />
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">
          {t(`awaited.${kind}`, { projectName: work.projectName, author: work.author })}
        </p>
        <p className="text-muted text-sm">{t(`awaited.${kind}${isHalfIn ? 'Then' : 'Next'}`)}</p>
        {kind === 'work' && (
          <Link to={paths.project(of)} className="link inline-flex min-h-11 items-center text-sm">
            {t('awaited.look')}
          </Link>
        )}
      </div>
    </section>
  )
}
