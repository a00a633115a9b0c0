import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'

const TYPES = ['image/jpeg', 'image/png']

/** "Escolher foto": one file, jpeg or png; any other file is reported as null. */
export function PhotoInput({ chosen, onChoose }: { chosen: boolean; onChoose(file: File | null): void }) {
  const { t } = useTranslation('people')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={TYPES.join()}
        hidden
        aria-label={t('photo.choose')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Choosing the same file again must count as a change.
          target.value = ''
          if (file) onChoose(TYPES.includes(file.type) ? file : null)
        }}
      />
      <Button look="secondary" className="mt-5 w-full" onClick={() => input.current?.click()}>
        {chosen ? t('photo.chooseAnother') : t('photo.choose')}
      </Button>
    </>
  )
}
