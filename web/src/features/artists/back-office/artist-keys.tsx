import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatPixKey } from '#domain/pix-key.ts'
import type { ArtistKeyWire } from '#server/product/artists/earnings-wire.ts'
import type { ArtistDetailWire } from '#server/product/artists/wire.ts'
import { ConfirmDialog } from '../../../back-office/confirm-dialog.tsx'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { Fact, Facts, Part } from '../../../back-office/detail.tsx'
import { May } from '../../../back-office/office.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { formatInSaoPaulo } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { NOBODY, type Payee, PayeeFields } from '../../../ui/payee-fields.tsx'
import { enteredPixKey } from '../../../ui/pix-key-fields.tsx'

/** The artist's PIX keys; a new one waits until a second person has confirmed it. */
export function ArtistKeys({ artist }: { artist: ArtistDetailWire }) {
  const { t } = useTranslation('artists-back-office')
  const [isOpen, open] = useState(false)
  const { key, waitingKey } = artist
  return (
    <Part
      title={t('key.title')}
      call="POST /admin/artists/{uid}/keys"
      action={
        <Button look="secondary" aria-haspopup="dialog" onClick={() => open(true)}>
          {t(key || waitingKey ? 'key.change' : 'key.enter')}
        </Button>
      }
    >
      {!key && !waitingKey && <p className="text-muted text-sm">{t('key.none')}</p>}
      {key && (
        <KeyFacts
          of={key}
          note={t('key.by', { entered: t(whoEntered(key), key), confirmed: key.confirmedBy ?? '' })}
        />
      )}
      {waitingKey && <WaitingKey of={waitingKey} artist={artist} />}
      {isOpen && <KeyDialog uid={artist.uid} onClose={() => open(false)} />}
    </Part>
  )
}

/** The artist's account by its e-mail: what it calls itself could pass for a colleague. */
const whoEntered = ({ byArtist }: ArtistKeyWire) => (byArtist ? 'key.byArtist' : 'key.byTeam')

function KeyFacts({ of: { legalName, pixKeyType, pixKey }, note }: { of: ArtistKeyWire; note: string }) {
  const { t } = useTranslation(['artists-back-office', 'pix-key'])
  return (
    <>
      <Facts>
        <Fact label={t('key.legalName')}>{legalName}</Fact>
        <Fact label={t(`pix-key:types.${pixKeyType}`)}>
          <span className="figures break-all">{formatPixKey(pixKeyType, pixKey)}</span>
        </Fact>
      </Facts>
      <p className="mt-2 text-muted text-xs">{note}</p>
    </>
  )
}

type WaitingKeyProps = { of: ArtistKeyWire; artist: ArtistDetailWire }

function WaitingKey({ of: key, artist }: WaitingKeyProps) {
  const { t } = useTranslation('artists-back-office')
  const params = { uid: artist.uid, id: key.id }
  const [isAsked, ask] = useState(false)
  const discard = useAdminAction('POST /admin/artists/{uid}/keys/{id}/discard', {
    done: () => t('key.discarded'),
    failed: t('failed'),
  })
  return (
    <div className="mt-4 rounded-cover border border-edge p-4">
      <h3 className="mb-3 font-medium text-sm">{t('key.waiting')}</h3>
      <KeyFacts
        of={key}
        note={t('key.waitingBy', {
          entered: t(whoEntered(key), key),
          at: formatInSaoPaulo(key.enteredAt, currentLanguage()),
        })}
      />
      <May call="POST /admin/artists/{uid}/keys/{id}/confirm">
        <div className="mt-4 flex flex-wrap gap-2">
          <Button aria-haspopup="dialog" onClick={() => ask(true)}>
            {t('key.confirm')}
          </Button>
          <Button look="quiet" busy={discard.isPending} onClick={() => discard.mutate({ params })}>
            {t('key.discard')}
          </Button>
        </div>
      </May>
      {isAsked && <ConfirmKeyDialog of={key} artist={artist} onClose={() => ask(false)} />}
    </div>
  )
}

/** Asks once more: the artist's money goes to the new key from then on. */
function ConfirmKeyDialog({ of: key, artist, onClose }: WaitingKeyProps & { onClose(): void }) {
  const { t } = useTranslation('artists-back-office')
  const written = ({ pixKeyType, pixKey }: ArtistKeyWire) => (
    <span className="figures break-all">{formatPixKey(pixKeyType, pixKey)}</span>
  )
  return (
    <ConfirmDialog
      call="POST /admin/artists/{uid}/keys/{id}/confirm"
      request={{ params: { uid: artist.uid, id: key.id } }}
      title={t('key.confirmTitle')}
      submit={t('key.confirm')}
      done={() => t('key.confirmed')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p>{t('key.confirmText', { artist: artist.name })}</p>
      <Facts>
        <Fact label={t('key.before')}>{artist.key ? written(artist.key) : t('key.noneBefore')}</Fact>
        <Fact label={t('key.after')}>{written(key)}</Fact>
        <Fact label={t('key.legalName')}>{key.legalName}</Fact>
      </Facts>
    </ConfirmDialog>
  )
}

/** Legal name, type of key and key, as the artist gave them outside the product. */
function KeyDialog({ uid, onClose }: { uid: string; onClose(): void }) {
  const { t } = useTranslation('artists-back-office')
  const form = useForm<Payee>({ defaultValues: NOBODY })
  return (
    <DecisionDialog
      call="POST /admin/artists/{uid}/keys"
      title={t('key.modal')}
      form={form}
      request={({ legalName, ...key }) => ({ params: { uid }, body: { legalName, ...enteredPixKey(key) } })}
      submit={t('key.save')}
      done={() => t('key.saved')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t('key.modalText')}</p>
      <PayeeFields
        form={form}
        words={{
          legalName: t('key.legalName'),
          legalNameHint: t('key.legalNameHint'),
        }}
      />
    </DecisionDialog>
  )
}
