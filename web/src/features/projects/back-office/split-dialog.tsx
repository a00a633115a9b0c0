import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { addUp, parseShare, SHARERS_MAX } from '#domain/split.ts'
import type { SplitWire } from '#server/product/splits/contract.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { formatShare } from '../../../lib/format-share.ts'
import { Button } from '../../../ui/button.tsx'
import { ShareTotal } from '../../../ui/share-total.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FindSharer } from './find-sharer.tsx'

type Person = { name: string; wallet: string; share: string }
type Values = { people: Person[] }

const WALLET = /^0x[0-9a-fA-F]{40}$/

/** Names, wallets and shares of those who share the author's part. Once published it is a proposal to all of them. */
export function SplitDialog({ split, onClose }: { split: SplitWire; onClose(): void }) {
  const { t } = useTranslation('projects-back-office')
  const people = split.shares.map(({ name, wallet, basisPoints }) => ({
    name,
    wallet,
    share: formatShare(basisPoints).replace('%', ''),
  }))
  const form = useForm<Values>({ defaultValues: { people } })
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'people',
    rules: {
      validate: (all) => addUp(all.map(({ share }) => parseShare(share) ?? 0)) || t('split.notWhole'),
    },
  })
  return (
    <DecisionDialog
      call="POST /admin/projects/{uid}/split"
      title={t(split.isFixed ? 'split.proposeTitle' : 'split.setTitle')}
      form={form}
      request={(values) => ({
        params: { uid: split.project.uid },
        body: {
          shares: values.people.map(({ name, wallet, share }) => ({
            name: name.trim(),
            wallet: wallet.trim(),
            basisPoints: parseShare(share) ?? 0,
          })),
        },
      })}
      submit={t(split.isFixed ? 'split.send' : 'split.save')}
      done={() => t(split.isFixed ? 'split.sent' : 'split.saved')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t(split.isFixed ? 'split.fixed' : 'split.text')}</p>
      {fields.map(({ id }, place) => (
        <PersonFields
          key={id}
          form={form}
          place={place}
          {...(fields.length > 1 && { onRemove: () => remove(place) })}
        />
      ))}
      {fields.length < SHARERS_MAX && (
        <Button
          look="secondary"
          className="self-start"
          onClick={() => append({ name: '', wallet: '', share: '' })}
        >
          {t('split.add')}
        </Button>
      )}
      <ShareTotal texts={form.watch('people').map(({ share }) => share)} />
    </DecisionDialog>
  )
}

type PersonFieldsProps = { form: UseFormReturn<Values>; place: number; onRemove?: () => void }

function PersonFields({ form, place, onRemove }: PersonFieldsProps) {
  const { t } = useTranslation('projects-back-office')
  const { errors } = form.formState
  return (
    <fieldset className="flex flex-col gap-3 border-line border-t pt-4">
      <legend className="sr-only">{t('split.person', { number: place + 1 })}</legend>
      <div className="grid grid-cols-[1fr_6.5rem] gap-3">
        <TextField
          label={t('split.name')}
          maxLength={120}
          autoComplete="off"
          error={errors.people?.[place]?.name?.message}
          {...form.register(`people.${place}.name`, {
            validate: (text) => text.trim() !== '' || t('split.required'),
          })}
        />
        <TextField
          label={t('split.share')}
          inputMode="decimal"
          autoComplete="off"
          className="figures text-right"
          error={errors.people?.[place]?.share?.message}
          {...form.register(`people.${place}.share`, {
            validate: (text) => parseShare(text) !== null || t('split.shareInvalid'),
          })}
        />
      </div>
      {/* Whoever stands here already is not replaced by looking for somebody else. */}
      {form.watch(`people.${place}.wallet`) === '' && (
        <FindSharer
          onChoose={({ name, wallet }) => {
            form.setValue(`people.${place}.name`, name, { shouldValidate: true })
            form.setValue(`people.${place}.wallet`, wallet, { shouldValidate: true })
            form.setFocus(`people.${place}.share`)
          }}
        />
      )}
      <TextField
        label={t('split.wallet')}
        hint={t('split.walletHint')}
        autoComplete="off"
        spellCheck={false}
        className="figures"
        error={errors.people?.[place]?.wallet?.message}
        {...form.register(`people.${place}.wallet`, {
          validate: (text) => WALLET.test(text.trim()) || t('split.walletInvalid'),
        })}
      />
      {onRemove && (
        <Button look="quiet" className="self-start" onClick={onRemove}>
          {t('split.remove', { number: place + 1 })}
        </Button>
      )}
    </fieldset>
  )
}
