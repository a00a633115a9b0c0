import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { serverNow } from '../../lib/clock.ts'
import { tokenState } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { HourStrip } from './hour-strip.tsx'
import { useListening } from './listening-context.ts'
import { PlayTerms } from './play-terms.tsx'
import { PlayingToken } from './playing-token.tsx'

/** What belongs to listening on every screen: the player, the questions before it, and the strip of a running hour. */
export function ListeningHost() {
  const { playing, opening, confirming, elsewhere, hiddenHour, hideHour, choose, start, decline } =
    useListening()
  // The screens and realtime read the list again; here it only has to be known.
  const tokens = useInfiniteQuery({ ...tokensQuery, refetchOnMount: false, retryOnMount: false })
  const running = tokens.data?.pages
    .flatMap((page) => page.data)
    .filter((token) => tokenState(token, serverNow()) === 'open')
    .toSorted((one, other) => endOf(one) - endOf(other))[0]
  return (
    <>
      <ConfirmModal
        token={confirming}
        busy={opening !== null}
        onConfirm={(token) => void start(token)}
        onClose={decline}
      />
      <TakeoverModal
        token={elsewhere}
        busy={opening !== null}
        onConfirm={(token) => void start(token, true)}
        onClose={decline}
      />
      {playing ? (
        <PlayingToken key={`${playing.token.uid} ${playing.videoUrl}`} playing={playing} />
      ) : (
        running &&
        running.uid !== hiddenHour && (
          <HourStrip
            token={running}
            busy={opening !== null}
            onOpen={() => choose(running)}
            onHide={() => hideHour(running)}
          />
        )
      )}
    </>
  )
}

function endOf({ willExpireAt }: TokenWire): number {
  return Date.parse(willExpireAt ?? '')
}

type TakeoverModalProps = {
  token: TokenWire | null
  busy: boolean
  onConfirm(token: TokenWire): void
  onClose(): void
}

/** `_continuar aqui?` — the token is playing on another device, which has to stop before it can play here. */
function TakeoverModal({ token, busy, onConfirm, onClose }: TakeoverModalProps) {
  const { t } = useTranslation('access')
  return (
    <Modal open={token !== null} onClose={onClose} title={t('play.elsewhere.title')}>
      {token && (
        <>
          <p>{t('play.elsewhere.text', { projectName: token.project.projectName })}</p>
          <ModalActions>
            <Button busy={busy} onClick={() => onConfirm(token)}>
              {t('play.elsewhere.confirm')}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {t('play.elsewhere.cancel')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  )
}

type ConfirmModalProps = {
  token: TokenWire | null
  busy: boolean
  onConfirm(token: TokenWire): void
  onClose(): void
}

/** `_confirmar reprodução` — asks before the first play, which starts the clock. */
function ConfirmModal({ token, busy, onConfirm, onClose }: ConfirmModalProps) {
  const { t } = useTranslation(['access', 'common'])
  return (
    <Modal open={token !== null} onClose={onClose} title={t('confirm.title')}>
      {token && (
        <>
          <p className="name text-2xl">{token.project.projectName}</p>
          <p className="mb-4 text-muted">{token.project.author}</p>
          <PlayTerms token={token} validPeriod={token.project.validPeriod} />
          <ModalActions>
            <Button busy={busy} onClick={() => onConfirm(token)}>
              {t('confirm.play')}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  )
}
