import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { shortAddress } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { walletKey } from './api.ts'
import { Section } from './section.tsx'

/** The wallet's key, for those who want it: what it is good for, and then the key, once. */
export function WalletSection({ wallet }: { wallet: string }) {
  const { t } = useTranslation('people-security')
  const [open, setOpen] = useState(false)
  return (
    <Section title={t('wallet.title')} lead={t('wallet.lead', { wallet: shortAddress(wallet) })}>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('wallet.show')}
      </Button>
      {/* A click outside must not lose what has just been shown. */}
      <Modal open={open} onClose={() => setOpen(false)} title={t('wallet.keyTitle')} closable={false}>
        <WalletKey onClose={() => setOpen(false)} />
      </Modal>
    </Section>
  )
}

function WalletKey({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['people-security', 'common'])
  // Nothing is kept of it once the dialog has closed.
  const asking = useMutation({ mutationFn: walletKey, gcTime: 0 })

  if (asking.data) return <Shown {...asking.data} onClose={onClose} />
  return (
    <>
      <div className="flex flex-col gap-3">
        <p>{t('wallet.whatFor')}</p>
        <p>{t('wallet.whatNot')}</p>
        <Notice>{t('wallet.warning')}</Notice>
        {asking.isError && (
          <Notice tone="loss">
            {(asking.error instanceof ApiError && asking.error.message) || t('failed')}
          </Notice>
        )}
      </div>
      <ModalActions>
        <Button busy={asking.isPending} onClick={() => asking.mutate()}>
          {t('wallet.reveal')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </>
  )
}

type ShownProps = { address: string; privateKey: string; onClose(): void }

function Shown({ address, privateKey, onClose }: ShownProps) {
  const { t } = useTranslation('people-security')

  const words = { copied: t('wallet.copied'), failed: t('wallet.notCopied') }

  return (
    <>
      <Notice>{t('wallet.once')}</Notice>
      <dl className="mt-4 flex flex-col gap-3">
        {[
          { name: t('wallet.address'), value: address },
          { name: t('wallet.key'), value: privateKey },
        ].map(({ name, value }) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="figures select-all break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <ModalActions>
        <Button onClick={onClose}>{t('wallet.kept')}</Button>
        <Button look="secondary" onClick={() => void copyText(privateKey, words)}>
          {t('wallet.copy')}
        </Button>
      </ModalActions>
    </>
  )
}
