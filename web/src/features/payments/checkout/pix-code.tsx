import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, secondsLeft, shareLeft } from '#domain/countdown.ts'
import { formatBRL } from '#domain/money.ts'
import { PIX_SECONDS } from '#domain/pix.ts'
import type { PixPaymentWire } from '#server/product/payments/contract.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { unbroken } from '../../../lib/format.ts'
import { useKeptScreen } from '../../../lib/payment-on-screen.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'
import { Button } from '../../../ui/button.tsx'
import { inputClass } from '../../../ui/field.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Ring } from '../../../ui/ring.tsx'

/** The QR code, the same as text to copy, and the time left to pay it. */
export function PixCode({ pix }: { pix: PixPaymentWire }) {
  const { t } = useTranslation('payments')
  const id = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  useKeptScreen(true)
  const code = pix.brCode ?? ''

  async function copy() {
    const words = { copied: t('pix.copied'), failed: t('pix.copyFailed') }
    if (!(await copyText(code, words))) text.current?.select()
  }

  return (
    <>
      <p className="text-muted">{t('pix.how')}</p>
      <div className="grid grid-cols-1 items-center gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6">
        <Waiting pix={pix} />
        <div className="flex flex-col gap-1.5 sm:col-span-2">
          <label htmlFor={id} className="font-medium text-sm">
            {t('pix.code')}
          </label>
          <textarea
            id={id}
            ref={text}
            readOnly
            rows={5}
            value={code}
            onFocus={(event) => event.target.select()}
            className={`${inputClass} figures field-sizing-content resize-none break-all text-sm`}
          />
        </div>
        <Button className="sm:col-span-2" onClick={() => void copy()}>
          {t('pix.copy')}
        </Button>
        {/* A phone cannot point its camera at itself: there the text to copy comes first. */}
        <QrCode
          text={code}
          label={t('pix.qr', { total: unbroken(formatBRL(pix.total)) })}
          className="mx-auto w-56 max-w-full sm:col-start-1 sm:row-start-1 sm:w-48"
        />
      </div>
    </>
  )
}

function Waiting({ pix }: { pix: PixPaymentWire }) {
  const { t } = useTranslation('payments')
  const end = Date.parse(pix.expiresAt)
  const begin = end - PIX_SECONDS * 1000
  // This device's estimate of the server's clock may be a second behind: never show more than the full time.
  const now = Math.max(useServerNow(), begin)
  return (
    <div className="flex items-center gap-4">
      <Ring share={shareLeft(begin, end, now)} stroke={8} className="size-14 shrink-0" />
      <div>
        <p role="status" className="font-medium">
          {t('pix.waiting')}
        </p>
        <p className="text-muted text-sm">
          {t('pix.endsIn')}{' '}
          <span role="timer" aria-live="off" className="figures text-text">
            {formatClock(secondsLeft(end, now)).slice(3)}
          </span>
        </p>
      </div>
    </div>
  )
}
