import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isUnproven } from '../../../lib/api.ts'
import { paths } from '../../../lib/paths.ts'
import { showPaymentToast } from '../../../lib/payment-toast.ts'
import { keys } from '../../../lib/query.ts'
import { rememberShownFailure } from '../../../lib/shown-failure.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { failureSentence } from './failure-sentence.ts'

/** Shows why a payment failed, in its toast (`toastId`) and in the modal `_pagamento`. */
export function usePaymentFailure(toastId: string) {
  const { t } = useTranslation(['payments', 'common', 'declines'])
  const [failed, setFailed] = useState<{ text: string; hasOne: boolean } | null>(null)
  const cache = useQueryClient()

  function show(error: unknown) {
    if (isUnproven(error)) return
    const sentence = failureSentence(error)
    const text = 'words' in sentence ? sentence.words : t(sentence.key)
    rememberShownFailure(toastId, Date.now())
    // What was refused may have been sold meanwhile: how many units are left is read anew.
    void cache.invalidateQueries({ queryKey: keys.projects })
    showPaymentToast(toastId, 'error', text)
    setFailed({ text, hasOne: error instanceof ApiError && error.code === 'already_owned' })
  }

  const close = () => setFailed(null)
  const modal = (
    <Modal open={failed !== null} onClose={close} title={t('modal.title')}>
      <p role="alert">{failed?.text}</p>
      <ModalActions>
        {/* Bought in another window, perhaps. */}
        {failed?.hasOne && <ButtonLink to={paths.shelf}>{t('buy.success.shelf')}</ButtonLink>}
        <Button look={failed?.hasOne ? 'quiet' : 'primary'} onClick={close}>
          {t('common:understood')}
        </Button>
      </ModalActions>
    </Modal>
  )
  return { show, modal }
}
