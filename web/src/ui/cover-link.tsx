import { useTranslation } from 'react-i18next'
import { Link, type LinkProps } from 'react-router'
import { paths } from '../lib/paths.ts'

type CoverLinkProps = Omit<LinkProps, 'to'> & { work: { uid: string; projectName: string; author: string } }

/** Around a cover: it leads to the work's page inside the product. */
export function CoverLink({ work: { uid, projectName, author }, className = '', ...rest }: CoverLinkProps) {
  const { t } = useTranslation()
  return (
    <Link
      {...rest}
      to={paths.work(uid)}
      aria-label={t('openWork', { projectName, author })}
      className={`rounded-cover ${className}`}
    />
  )
}
