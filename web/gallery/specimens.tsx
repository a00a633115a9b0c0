import { type ReactNode, useState } from 'react'
import toast from 'react-hot-toast'
import { Avatar } from '../src/ui/avatar.tsx'
import { Button, ButtonLink, IconButton } from '../src/ui/button.tsx'
import { Choice } from '../src/ui/choice.tsx'
import { Cover } from '../src/ui/cover.tsx'
import { Disclosure, Disclosures } from '../src/ui/disclosure.tsx'
import { Failure } from '../src/ui/failure.tsx'
import { Icon } from '../src/ui/icon.tsx'
import { Loader } from '../src/ui/loader.tsx'
import { Logo } from '../src/ui/logo.tsx'
import { Lyrics } from '../src/ui/lyrics.tsx'
import { MaskedField } from '../src/ui/masked-field.tsx'
import { Modal, ModalActions } from '../src/ui/modal.tsx'
import { MoneyField } from '../src/ui/money-field.tsx'
import { Notice } from '../src/ui/notice.tsx'
import { PasswordField } from '../src/ui/password-field.tsx'
import { Ring, type RingTone } from '../src/ui/ring.tsx'
import { Row, Rows } from '../src/ui/rows.tsx'
import { SearchField } from '../src/ui/search-field.tsx'
import { SelectField } from '../src/ui/select-field.tsx'
import { SidePanel } from '../src/ui/side-panel.tsx'
import { Skeleton } from '../src/ui/skeleton.tsx'
import { SwitchField } from '../src/ui/switch-field.tsx'
import { TermsField } from '../src/ui/terms-field.tsx'
import { TextAreaField } from '../src/ui/text-area-field.tsx'
import { TextField } from '../src/ui/text-field.tsx'

type Specimen = { name: string; states: Record<string, ReactNode> }

const COLOURS = ['ink', 'raised', 'line', 'edge', 'text', 'muted', 'accent', 'live', 'gold', 'loss'] as const
const TONES: RingTone[] = ['accent', 'live', 'gold', 'muted']
const COVER = { src: '/icon.svg', author: 'Coral', projectName: 'Maré Cheia' }
const nothing = () => undefined

export const SPECIMENS: Specimen[] = [
  {
    name: 'Colour',
    states: Object.fromEntries(
      COLOURS.map((colour) => [
        colour,
        <div
          key={colour}
          className="h-12 rounded-control border border-line"
          style={{ background: `var(--color-${colour})` }}
        />,
      ]),
    ),
  },
  {
    name: 'Type',
    states: {
      'screen-title': <p className="screen-title">_minha estante</p>,
      'section-title': <p className="section-title">_lances</p>,
      name: <p className="name text-3xl">Maré Cheia</p>,
      text: <p>Você tem uma hora para dar o play.</p>,
      muted: <p className="text-muted">Você tem uma hora para dar o play.</p>,
      figures: <p className="figures text-lg">R$ 1.234,56 · 00:59:59</p>,
      link: (
        <a className="link" href="#link">
          comprovante
        </a>
      ),
    },
  },
  {
    name: 'Button',
    states: {
      primary: <Button>Enviar lance</Button>,
      secondary: <Button look="secondary">Ver todos</Button>,
      quiet: <Button look="quiet">Cancelar</Button>,
      danger: <Button look="danger">Desativar conta</Button>,
      busy: <Button busy>Enviando</Button>,
      disabled: <Button disabled>Enviar lance</Button>,
      link: <ButtonLink to="/">Minha estante</ButtonLink>,
      icon: (
        <IconButton label="Fechar">
          <Icon name="close" />
        </IconButton>
      ),
    },
  },
  {
    name: 'Disclosure',
    states: {
      questions: (
        <Disclosures>
          <Disclosure title="Como cancelo a minha conta?">Abra a sua estante.</Disclosure>
        </Disclosures>
      ),
    },
  },
  {
    name: 'Fields',
    states: {
      text: <TextField label="Nome" name="name" />,
      hint: <TextField label="Apelido" name="nick" hint="É o nome que os outros veem." />,
      error: <TextField label="E-mail" name="mail" error="Insira um endereço de e-mail válido" />,
      'read-only': <TextField label="E-mail" name="fixed" readOnly value="ana@exemplo.com.br" />,
      'several lines': <TextAreaField label="Mensagem" name="message" error="Campo obrigatório" />,
      list: (
        <SelectField label="Assunto" name="subject">
          <option>Compras</option>
          <option>Conta</option>
        </SelectField>
      ),
      password: <PasswordField label="Senha" name="password" />,
      money: (
        <Held
          initial={123_456}
          field={(value, set) => (
            <MoneyField label="Valor" name="amount" value={value} onChange={(next) => set(next ?? 0)} />
          )}
        />
      ),
      masked: (
        <Held
          initial=""
          field={(value, set) => (
            <MaskedField
              label="CPF"
              name="cpf"
              mask="000.000.000-00"
              value={value}
              onChange={set}
              onBlur={nothing}
            />
          )}
        />
      ),
      search: (
        <Held
          initial=""
          field={(value, set) => <SearchField label="Buscar" value={value} onChange={set} />}
        />
      ),
      switch: (
        <Held
          initial={true}
          field={(value, set) => (
            <SwitchField label="Pagar com saldo" hint="R$ 38,00 livres" checked={value} onChange={set} />
          )}
        />
      ),
      choice: (
        <Held
          initial="a"
          field={(value, set) => (
            <Choice
              label="Ordem"
              options={[
                { value: 'a', label: 'Novidades' },
                { value: 'b', label: 'Acabando' },
              ]}
              value={value}
              onChange={set}
            />
          )}
        />
      ),
      terms: <TermsField name="terms" />,
      'terms refused': <TermsField name="terms-refused" error="Aceite os termos para continuar" />,
    },
  },
  {
    name: 'Ring',
    states: Object.fromEntries(
      TONES.flatMap((tone) =>
        [1, 0.4, 0].map((share) => [
          `${tone} ${share}`,
          <Ring key={`${tone} ${share}`} tone={tone} share={share} stroke={6} className="size-20" />,
        ]),
      ),
    ),
  },
  {
    name: 'Cover',
    states: {
      plain: <Cover {...COVER} className="w-40" />,
      'with its ring': <Cover {...COVER} ring={{ share: 0.6, tone: 'live' }} className="w-40" />,
      dark: <Cover {...COVER} dark className="w-40" />,
    },
  },
  {
    name: 'People and signs',
    states: {
      'a face': <Avatar name="Ana" src="/icon.svg" />,
      'a letter': <Avatar name="Ana" src={null} />,
      logo: <Logo />,
    },
  },
  {
    name: 'Rows',
    states: {
      receipt: (
        <Rows>
          <Row label="Valor do $TUNE" value="R$ 20,00" />
          <Row label="Taxa" value="R$ 1,19" />
          <Row label="Valor a ser pago" value="R$ 21,19" strong />
          <Row label="Identificação" value="6d1f4c9e-0f0a-4b57-9d5c-1f2e3a4b5c6d" small />
        </Rows>
      ),
    },
  },
  {
    name: 'Waiting and failing',
    states: {
      skeleton: <Skeleton className="h-32" />,
      loader: <Loader />,
      notice: <Notice>Cartões American Express não são aceitos.</Notice>,
      'notice of loss': <Notice tone="loss">O pagamento foi recusado.</Notice>,
      failure: <Failure message="Não conseguimos carregar os projetos." onRetry={nothing} />,
      'failure, trying': (
        <Failure message="Não conseguimos carregar os projetos." onRetry={nothing} retrying />
      ),
    },
  },
  {
    name: 'Over the screen',
    states: {
      modal: (
        <Opened
          label="Open the modal"
          content={(open, close) => (
            <Modal open={open} onClose={close} title="_confirmar pagamento">
              <p>Um lance confirmado não pode ser alterado nem cancelado.</p>
              <ModalActions>
                <Button onClick={close}>Confirmar lance</Button>
                <Button look="quiet" onClick={close}>
                  Cancelar
                </Button>
              </ModalActions>
            </Modal>
          )}
        />
      ),
      'side panel': (
        <Opened
          label="Open the panel"
          content={(open, close) => (
            <SidePanel open={open} onClose={close} title="_meus lances">
              <Lyrics html="<p>A maré sobe,<br>a maré desce.</p>" />
            </SidePanel>
          )}
        />
      ),
      toasts: (
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" onClick={() => toast('Um lance foi registrado em uma rodada de leilão!')}>
            Toast
          </Button>
          <Button look="secondary" onClick={() => toast.success('Aproveite seu $TUNE!')}>
            Success
          </Button>
          <Button look="secondary" onClick={() => toast.error('Projeto encerrado.')}>
            Error
          </Button>
        </div>
      ),
    },
  },
]

type HeldProps<Value> = { initial: Value; field(value: Value, set: (value: Value) => void): ReactNode }

function Held<Value>({ initial, field }: HeldProps<Value>) {
  const [value, setValue] = useState(initial)
  return field(value, setValue)
}

type OpenedProps = { label: string; content(open: boolean, close: () => void): ReactNode }

function Opened({ label, content }: OpenedProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {content(open, () => setOpen(false))}
    </>
  )
}
