import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WITHHELD_TAXES } from '#domain/withholding.ts'
import type { ArtistDetailWire } from '#server/product/artists/wire.ts'
import { Fact, Facts, Part } from '../../../back-office/detail.tsx'
import { Button } from '../../../ui/button.tsx'
import { TaxesDialog } from './taxes-dialog.tsx'

/** What is withheld of the artist's payouts, as the accountant says. */
export function ArtistTaxes({ artist: { uid, taxes } }: { artist: ArtistDetailWire }) {
  const { t, i18n } = useTranslation('artists-back-office')
  const [isOpen, open] = useState(false)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 2 })
  return (
    <Part
      title={t('taxes.title')}
      call="POST /admin/artists/{uid}/taxes"
      action={
        <Button look="secondary" aria-haspopup="dialog" onClick={() => open(true)}>
          {t(taxes ? 'taxes.change' : 'taxes.enter')}
        </Button>
      }
    >
      {!taxes && <p className="text-muted text-sm">{t('taxes.none')}</p>}
      {taxes && (
        <Facts>
          <Fact label={t('taxes.document')}>
            <span className="figures">{taxes.document}</span>
          </Fact>
          {WITHHELD_TAXES.map((tax) => (
            <Fact key={tax} label={t(`taxes.${tax}`)}>
              <span className="figures">{percent.format(taxes[tax] / 10_000)}</span>
            </Fact>
          ))}
        </Facts>
      )}
      {isOpen && <TaxesDialog uid={uid} taxes={taxes} onClose={() => open(false)} />}
    </Part>
  )
}
