import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { addressPage } from '../../lib/explorer.ts'
import { formatTokenMoment, shortAddress } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { portraitAddress } from '../../lib/portrait-address.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DeactivateModal } from './deactivate-modal.tsx'
import { PhotoModal } from './photo/photo-modal.tsx'

/** The fan: face and name, and behind one tap what else is known of them, and what they can do about it. */
export function ProfileCard() {
  const { t } = useTranslation('people')
  const { profile } = useSignedIn()
  const [open, setOpen] = useState<'photo' | 'deactivate' | null>(null)
  const close = () => setOpen(null)
  const name = profile.full_name ?? profile.nickname ?? profile.email
  return (
    <section
      aria-label={t('profile.title')}
      className="mt-16 rounded-sheet border border-line bg-raised p-5 sm:p-6"
    >
      <div className="flex items-center gap-8">
        <div className="relative">
          <Portrait name={name} photo={profile.photo_url} />
          <IconButton
            label={t('photo.title')}
            aria-haspopup="dialog"
            className="-right-4 -bottom-4 absolute rounded-full! border border-edge bg-raised"
            onClick={() => setOpen('photo')}
          >
            <Icon name="pencil" />
          </IconButton>
        </div>
        <h2 className="name min-w-0 break-words text-2xl sm:text-3xl">{name}</h2>
      </div>
      <details className="group mt-5">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 border-line border-t pt-3 [&::-webkit-details-marker]:hidden">
          {t('profile.more')}
          <Icon name="chevron" className="size-5 text-muted transition duration-150 group-open:rotate-180" />
        </summary>
        <Details />
        <div className="mt-4 flex flex-wrap gap-x-6">
          <Link to={paths.security} className="link inline-flex min-h-11 items-center text-sm">
            {t('profile.security')}
          </Link>
          <button
            type="button"
            onClick={() => setOpen('deactivate')}
            className="link min-h-11 text-muted text-sm"
          >
            {t('profile.deactivate')}
          </button>
        </div>
      </details>
      <PhotoModal open={open === 'photo'} onClose={close} />
      <DeactivateModal open={open === 'deactivate'} onClose={close} />
    </section>
  )
}

function Details() {
  const { t } = useTranslation('people')
  const { profile } = useSignedIn()
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-sm xl:grid-cols-[auto_repeat(3,minmax(0,1fr))]">
      <Detail label={t('profile.email')} wide>
        {profile.email}
      </Detail>
      <Detail label={t('profile.nickname')} wide>
        {profile.nickname}
      </Detail>
      <Detail label={t('profile.wallet')}>
        {profile.wallet ? (
          <a
            href={addressPage(profile.wallet)}
            target="_blank"
            rel="noreferrer"
            aria-label={t('profile.walletLink', { wallet: shortAddress(profile.wallet) })}
            className="link figures inline-flex items-center gap-1.5"
          >
            {shortAddress(profile.wallet)}
            <Icon name="external" className="size-4" />
          </a>
        ) : (
          t('profile.noWallet')
        )}
      </Detail>
      <Detail label={t('profile.created')}>{formatTokenMoment(profile.created_at, currentLanguage())}</Detail>
    </dl>
  )
}

/** `wide`: for a text without spaces, which would be broken inside a word beside another. */
function Detail({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? 'col-span-2 xl:col-span-1' : ''}`}>
      <dt className="text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** The photo, or the first letter of the name until there is one. */
function Portrait({ name, photo }: { name: string; photo: string | null }) {
  const shape = 'size-16 rounded-full sm:size-20'
  const portrait = portraitAddress(photo)
  if (portrait)
    return <img src={portrait} alt="" width={80} height={80} className={`${shape} object-cover`} />
  return (
    <span aria-hidden="true" className={`${shape} name grid place-items-center bg-line text-3xl uppercase`}>
      {name.slice(0, 1)}
    </span>
  )
}
