import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTypedDate, writeTypedDate } from '../lib/typed-date.ts'
import type { FieldProps } from './field.tsx'
import { MaskedField } from './masked-field.tsx'

type DateFieldProps = FieldProps & {
  /** `yyyy-MM-dd`, with `withTime` `yyyy-MM-ddTHH:mm`, or empty. */
  value: string
  /** Hears of whole dates; of anything else as empty. */
  onChange(iso: string): void
  onBlur?(): void
  name: string
  withTime?: boolean
  readOnly?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A day, or a minute of one, as the page writes it: the browser's own fields speak the browser's language. */
export function DateField({ value, onChange, onBlur, withTime = false, error, ...field }: DateFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(() => writeTypedDate(value))
  const [known, setKnown] = useState(value)
  const [left, setLeft] = useState(false)
  // Set from outside, as when a filter is cleared.
  if (value !== known) {
    setKnown(value)
    setText(writeTypedDate(value))
  }
  const isWrong = left && text !== '' && known === ''

  function type(next: string) {
    setText(next)
    setLeft(false)
    const read = readTypedDate(next) ?? ''
    const iso = read.includes('T') === withTime ? read : ''
    if (iso === known) return
    setKnown(iso)
    onChange(iso)
  }

  return (
    <MaskedField
      {...field}
      mask={withTime ? '00/00/0000 00:00' : '00/00/0000'}
      placeholder={t(withTime ? 'dateTimeForm' : 'dateForm')}
      value={text}
      error={isWrong ? t('dateWrong') : error}
      onChange={type}
      onBlur={() => {
        setLeft(true)
        onBlur?.()
      }}
    />
  )
}
