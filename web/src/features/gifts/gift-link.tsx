import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { GiftWire } from '#server/product/gifts/contract.ts'
import { isUnproven } from '../../lib/api.ts'
import { share } from '../../lib/share.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { newLink } from './api.ts'

type GiftLinkProps = {
  gift: GiftWire
  look?: 'primary' | 'secondary'
  /** Nobody can have a link of it yet: a new one ends nothing. */
  isFirst?: boolean
  /** Its button is as wide as those beside it. */
  isWide?: boolean
}

/** Passes a gift's link on: to another application, or by copying it. */
export function useShareGift({ projectName, author }: GiftWire['project']): (url: string) => Promise<void> {
  const { t } = useTranslation('gifts')
  return async (url) => {
    const text = t('link.text', { projectName, author })
    const outcome = await share(navigator, { title: projectName, text, url })
    if (outcome === 'copied') toast.success(t('link.copied'))
  }
}

/** Makes a link to hand over, and passes it on at once where the device can; it stays to be copied by hand. */
export function GiftLink({ gift, look = 'secondary', isFirst = false, isWide = false }: GiftLinkProps) {
  const { t } = useTranslation('gifts')
  const link = useMutation({
    mutationFn: () => newLink(gift.uid),
    onSuccess: useShareGift(gift.project),
    onError: (error) => void (isUnproven(error) || toast.error(error.message)),
  })
  return (
    <div className="flex w-full flex-col gap-3">
      <Button
        look={look}
        busy={link.isPending}
        onClick={() => link.mutate()}
        className={isWide ? '' : 'self-start'}
      >
        {t(isFirst && !link.data ? 'link.make' : 'link.renew')}
      </Button>
      {!isFirst && !link.data && (
        <p className="text-muted text-xs">{t(gift.email ? 'link.endsMail' : 'link.endsLink')}</p>
      )}
      {link.data && (
        <div className="text-left">
          <TextField
            readOnly
            label={t('link.label')}
            hint={t('link.hint')}
            value={link.data}
            onFocus={(event) => event.currentTarget.select()}
            className="figures text-sm"
          />
        </div>
      )}
    </div>
  )
}
