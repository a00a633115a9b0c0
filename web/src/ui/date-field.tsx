import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTypedDate, writeTypedDate } from '../lib/typed-date.ts'
import type { FieldProps } from './field.tsx'
import { MaskedField } from './masked-field.tsx'

type DateFieldProps = FieldProps & {
  /** `yyyy-MM-dd`, with `withTime` `yyyy-MM-ddTHH:mm`, or empty. */
  value: string
  /** Called with complete dates, and with an empty string for anything else; `text` is what stands in the field. */
  onChange(iso: string, text: string): void
  onBlur?(): void
  name: string
  withTime?: boolean
  readOnly?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/**
 * A date, or date and time, in the product's own format: native fields use the browser's language instead of
 * the page's.
 */
export function DateField({ value, onChange, onBlur, withTime = false, error, ...field }: DateFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(() => writeTypedDate(value))
  const [seen, setSeen] = useState(value)
  const [left, setLeft] = useState(false)
  const isoOf = (typed: string) => {
    const read = readTypedDate(typed) ?? ''
    return read.includes('T') === withTime ? read : ''
  }
  // `value` changed. If that came from outside, as when a filter is cleared, the text follows; after typing
  // here it already matches and stays as typed.
  if (value !== seen) {
    setSeen(value)
    if (value !== isoOf(text)) setText(writeTypedDate(value))
  }
  const isWrong = left && text !== '' && isoOf(text) === ''

  function type(next: string) {
    setText(next)
    setLeft(false)
    if (isoOf(next) !== isoOf(text) || (next === '' && text !== '')) onChange(isoOf(next), next)
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
