import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { savePersonalData } from './api.ts'
import { EraseModal } from './erase-modal.tsx'
import { Section } from './section.tsx'

/** Personal data: downloading it, and erasing the account. */
export function DataSection() {
  const { t } = useTranslation('people-security')
  const [erasing, setErasing] = useState(false)
  const saving = useMutation({
    mutationFn: savePersonalData,
    onError: (fault) => toast.error(fault.message || t('failed')),
  })
  return (
    <Section title={t('data.title')} lead={t('data.lead')}>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
          {t('data.save')}
        </Button>
        <Button look="danger" onClick={() => setErasing(true)}>
          {t('data.erase')}
        </Button>
      </div>
      <EraseModal open={erasing} onClose={() => setErasing(false)} />
    </Section>
  )
}
