import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { ReceiptWire } from '#server/product/wallet/contract.ts'
import { config } from '../../lib/config.ts'
import { formatInSaoPaulo } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { share } from '../../lib/share.ts'
import { Button } from '../../ui/button.tsx'
import { movementKey, signedAmount } from './movement-view.ts'

/** Hands the receipt, as a sentence, to another application: its page is for its owner only. */
export function SendReceipt({ receipt }: { receipt: ReceiptWire }) {
  const { t } = useTranslation(['wallet', 'common'])

  async function press() {
    const what = [t(movementKey(receipt)), receipt.project].filter(Boolean).join(' · ')
    const text = t('receipt.shareText', {
      what,
      amount: signedAmount(receipt),
      moment: t('receipt.zone', { moment: formatInSaoPaulo(receipt.at, currentLanguage()) }),
      product: config().productName,
    })
    const outcome = await share(navigator, { title: t('receipt.title').slice(1), text })
    if (outcome === 'copied') toast.success(t('common:share.copiedText'))
    if (outcome === 'unsupported') toast.error(t('common:share.unsupported'))
  }

  return <Button onClick={() => void press()}>{t('receipt.share')}</Button>
}
