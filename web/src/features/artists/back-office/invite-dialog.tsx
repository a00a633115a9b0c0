import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isFreeSlug, SLUG_MAX, slugOf } from '#domain/artist.ts'
import { isMailbox } from '#domain/email.ts'
import type { ArtistFactsWire } from '#server/product/artists/wire.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { config } from '../../../lib/config.ts'
import { TextField } from '../../../ui/text-field.tsx'

type Values = { email: string; slug: string }
type InviteDialogProps = { artist: ArtistFactsWire; onClose(): void }

/** To whom the invitation goes, and the address of the artist's page. */
export function InviteDialog({ artist: { uid, name, slug }, onClose }: InviteDialogProps) {
  const { t } = useTranslation('artists-back-office')
  const form = useForm<Values>({ defaultValues: { email: '', slug: slug ?? slugOf(name) } })
  const { errors } = form.formState
  return (
    <DecisionDialog
      call="POST /admin/artists/{uid}/invitations"
      title={t('account.modal')}
      form={form}
      request={(body) => ({ params: { uid }, body })}
      submit={t('account.send')}
      done={() => t('account.sent')}
      failed={t('failed')}
      onClose={onClose}
    >
      <TextField
        type="email"
        label={t('account.email')}
        hint={t('account.emailHint')}
        autoComplete="off"
        error={errors.email?.message}
        {...form.register('email', { validate: (text) => isMailbox(text) || t('account.emailInvalid') })}
      />
      <TextField
        label={t('account.slug')}
        hint={t('account.slugHint', { url: config().url })}
        maxLength={SLUG_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.slug?.message}
        {...form.register('slug', { validate: (text) => isFreeSlug(text) || t('account.slugInvalid') })}
      />
    </DecisionDialog>
  )
}
