import { useTranslation } from 'react-i18next'
import { config } from '../lib/config.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Ring } from '../ui/ring.tsx'

/** Any unknown address: the ring has gone dark. */
export function NotFoundScreen() {
  const { t } = useTranslation()
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-xl flex-1 content-center justify-items-start gap-6 p-6">
      <Ring share={0} stroke={3} className="size-24" />
      <title>{`${t('notFound.title')} · ${config().productName}`}</title>
      <h1 className="name text-4xl sm:text-5xl">{t('notFound.title')}</h1>
      <p className="text-muted">{t('notFound.text')}</p>
      <ButtonLink to={paths.dashboard}>{t('back')}</ButtonLink>
    </div>
  )
}
