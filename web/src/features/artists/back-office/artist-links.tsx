import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LINK_DAYS } from '#domain/payout.ts'
import type { ArtistDetailWire, ArtistLinkWire } from '#server/product/artists/wire.ts'
import { Part } from '../../../back-office/detail.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { formatInSaoPaulo } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** Links by which the artist follows their figures; each is shown once, and can be revoked. */
export function ArtistLinks({ artist }: { artist: ArtistDetailWire }) {
  const { t } = useTranslation('artists-back-office')
  const [days, choose] = useState<(typeof LINK_DAYS)[number]>(LINK_DAYS[1])
  const [token, show] = useState<string | null>(null)
  const give = useAdminAction('POST /admin/artists/{uid}/links', {
    done: () => t('link.given'),
    failed: t('failed'),
  })
  return (
    <Part title={t('link.title')}>
      <p className="mb-4 max-w-[60ch] text-muted text-sm">{t('link.text')}</p>
      <div className="mb-6 flex flex-wrap items-end gap-3">
        <div className="w-40">
          <SelectField
            label={t('link.days')}
            value={days}
            onChange={(event) => choose(LINK_DAYS[event.target.selectedIndex] ?? days)}
          >
            {LINK_DAYS.map((count) => (
              <option key={count} value={count}>
                {t('link.daysOf', { count })}
              </option>
            ))}
          </SelectField>
        </div>
        <Button
          look="secondary"
          busy={give.isPending}
          onClick={() =>
            give.mutate(
              { params: { uid: artist.uid }, body: { days } },
              { onSuccess: (link) => show(link.token) },
            )
          }
        >
          {t('link.give')}
        </Button>
      </div>
      {artist.links.length === 0 && <p className="text-muted text-sm">{t('link.empty')}</p>}
      {artist.links.length > 0 && (
        <ul className="divide-y divide-line border-line border-y text-sm">
          {artist.links.map((link) => (
            <LinkRow key={link.uid} link={link} artist={artist.uid} />
          ))}
        </ul>
      )}
      {token && <LinkModal token={token} onClose={() => show(null)} />}
    </Part>
  )
}

function LinkRow({ link, artist }: { link: ArtistLinkWire; artist: string }) {
  const { t } = useTranslation('artists-back-office')
  const { uid, state, createdBy, createdAt, expiresAt } = link
  const revoke = useAdminAction('POST /admin/artists/{uid}/links/{link}/revoke', {
    done: () => t('link.revoked'),
    failed: t('failed'),
  })
  const when = formatInSaoPaulo(createdAt, currentLanguage())
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <span className={`block font-medium ${state === 'valid' ? '' : 'text-muted'}`}>
          {t(`link.states.${state}`, { when: formatInSaoPaulo(expiresAt, currentLanguage()) })}
        </span>
        <span className="block text-muted text-xs">{t('link.by', { who: createdBy, when })}</span>
      </span>
      {state === 'valid' && (
        <RowButton
          look="quiet"
          busy={revoke.isPending}
          label={t('link.revokeOf', { when })}
          onClick={() => revoke.mutate({ params: { uid: artist, link: uid } })}
        >
          {t('link.revoke')}
        </RowButton>
      )}
    </li>
  )
}

/** Shows a new link, this once. */
function LinkModal({ token, onClose }: { token: string; onClose(): void }) {
  const { t } = useTranslation(['artists-back-office', 'common'])
  const address = `${location.origin}${paths.artist(token)}`
  const words = { copied: t('link.copied'), failed: t('link.copyFailed') }
  return (
    <Modal open onClose={onClose} title={t('link.modal')}>
      <TextField
        label={t('link.address')}
        hint={t('link.once')}
        readOnly
        value={address}
        className="figures text-sm"
        onFocus={(event) => event.target.select()}
      />
      <ModalActions>
        <Button onClick={() => void copyText(address, words)}>{t('link.copy')}</Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:close')}
        </Button>
      </ModalActions>
    </Modal>
  )
}
