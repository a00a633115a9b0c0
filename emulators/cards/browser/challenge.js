// The bank's 3-D Secure page: the cardholder approves or refuses, and the page that opened it is notified.

const TEXTS = {
  en: {
    title: '3D Secure test page',
    explanation: 'Your bank wants to know that it is you. No real bank is asked.',
    authorize: 'Complete authentication',
    fail: 'Fail authentication',
    broken: 'The answer could not be sent. Try again.',
  },
  pt: {
    title: 'Página de teste do 3D Secure',
    explanation: 'Seu banco quer confirmar que é você. Nenhum banco de verdade é consultado.',
    authorize: 'Autorizar',
    fail: 'Recusar',
    broken: 'Não foi possível enviar a resposta. Tente novamente.',
  },
}

const query = new URLSearchParams(location.search)
const language = /^pt/i.test(query.get('locale') ?? '') ? 'pt' : 'en'
const texts = TEXTS[language]
const buttons = {
  authorize: document.getElementById('test-source-authorize-3ds'),
  fail: document.getElementById('test-source-fail-3ds'),
}
document.documentElement.lang = language
document.querySelector('h1').textContent = texts.title
document.querySelector('p').textContent = texts.explanation
for (const [outcome, button] of Object.entries(buttons)) {
  button.textContent = texts[outcome]
  button.addEventListener('click', () => answer(outcome))
}

function setDisabled(disabled) {
  for (const button of Object.values(buttons)) button.disabled = disabled
}

async function answer(outcome) {
  setDisabled(true)
  const body = new URLSearchParams({ client_secret: query.get('client_secret') ?? '', outcome })
  try {
    const response = await fetch(location.pathname, { method: 'POST', body })
    // 404: the authentication is over already, so the page only has to read the intent again.
    if (!response.ok && response.status !== 404) throw new Error(`The answer was refused: ${response.status}`)
    parent.postMessage({ frame: query.get('frame'), event: 'answered' }, query.get('origin'))
  } catch (error) {
    console.error(error)
    document.querySelector('[role=alert]').textContent = texts.broken
    setDisabled(false)
  }
}
