import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnproven } from '../../../lib/api.ts'
import { showPaymentToast } from '../../../lib/payment-toast.ts'
import { keys } from '../../../lib/query.ts'
import { rememberShownFailure } from '../../../lib/shown-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { failureSentence } from './failure-sentence.ts'

/** Shows why a payment failed, in its toast (`toastId`) and in the modal `_pagamento`. */
export function usePaymentFailure(toastId: string) {
  const { t } = useTranslation(['payments', 'common', 'declines'])
  const [message, setMessage] = useState<string | null>(null)
  const cache = useQueryClient()

  function show(error: unknown) {
    if (isUnproven(error)) return
    const sentence = failureSentence(error)
    const text = 'words' in sentence ? sentence.words : t(sentence.key)
    rememberShownFailure(toastId, Date.now())
    // What was refused may have been sold meanwhile: how many units are left is read anew.
    void cache.invalidateQueries({ queryKey: keys.projects })
    showPaymentToast(toastId, 'error', text)
    setMessage(text)
  }

  const close = () => setMessage(null)
  const modal = (
    <Modal open={message !== null} onClose={close} title={t('modal.title')}>
      <p role="alert">{message}</p>
      <ModalActions>
        <Button onClick={close}>{t('common:understood')}</Button>
      </ModalActions>
    </Modal>
  )
  return { show, modal }
}
