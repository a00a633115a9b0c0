import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { LeftInAccount, useLeft, WithdrawFirst } from '../left-in-account.tsx'
import { eraseAccount } from './api.ts'

/**
 * Says what is erased, what the law makes us keep, and what is left in the account. Asks for the address, which nobody types by
 * mistake, once no money is left: until then it is refused.
 */
export function EraseModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('people-security')
  return (
    <Modal open={open} onClose={onClose} title={t('erase.title')}>
      <EraseForm onClose={onClose} />
    </Modal>
  )
}

function EraseForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['people-security', 'common'])
  const { user, leave } = useSignedIn()
  const left = useLeft()
  const isEmpty = left.balance + left.held === 0
  const [obstacle, setObstacle] = useState<string | null>(null)
  const form = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email }) => {
    setObstacle(null)
    try {
      await eraseAccount(email.trim())
    } catch (fault) {
      setObstacle((fault instanceof ApiError && fault.message) || t('failed'))
      return
    }
    toast.success(t('erase.done'), { duration: 8000 })
    // Its sessions have ended with it.
    leave()
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>{t('erase.gone')}</p>
      <p>{t('erase.kept')}</p>
      <LeftInAccount left={left} leaving="erase" onClose={onClose} />
      {obstacle && <Notice tone="loss">{obstacle}</Notice>}
      {isEmpty && (
        <TextField
          type="email"
          label={t('erase.email', { email: user.email })}
          autoComplete="off"
          error={errors.email?.message}
          {...form.register('email', {
            validate: (value) => value.trim().toLowerCase() === user.email || t('erase.otherEmail'),
          })}
        />
      )}
      <ModalActions>
        <WithdrawFirst left={left} />
        {isEmpty && (
          <Button type="submit" look="danger" busy={isSubmitting || !left.isKnown}>
            {t('erase.confirm')}
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </form>
  )
}
