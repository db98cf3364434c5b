package shim

import (
	"bufio"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"unicode/utf8"
)

// opcode is a WebSocket frame's (RFC 6455).
type opcode byte

const (
	opContinue opcode = 0
	opText     opcode = 1
	opBinary   opcode = 2
	opClose    opcode = 8
	opPing     opcode = 9
	opPong     opcode = 10
)

const (
	// maxMessage bounds what one side takes in one message.
	maxMessage = 16 << 20
	maxControl = 125

	closeNormal   = 1000
	closeProtocol = 1002
	closeText     = 1007
	closeTooBig   = 1009
)

// protocolError is why a connection is closed with a status.
type protocolError struct {
	status int
	reason string
}

func (e *protocolError) Error() string { return "websocket: " + e.reason }

// websocket is one end of a connection. One goroutine reads; any may write.
type websocket struct {
	conn   net.Conn
	r      *bufio.Reader
	client bool // masks what it sends, and expects nothing masked

	mu     sync.Mutex
	buf    []byte
	closed bool
}

// read returns the next message, text or binary. It answers pings. It fails
// with io.EOF when the other side has said good-bye.
func (s *websocket) read() (opcode, []byte, error) {
	op, p, err := s.message()
	var bad *protocolError
	if errors.As(err, &bad) {
		s.close(bad.status)
	}
	return op, p, err
}

func (s *websocket) message() (opcode, []byte, error) {
	var kind opcode
	var whole []byte
	for {
		op, last, p, err := readFrame(s.r, !s.client, maxMessage-len(whole))
		if err != nil {
			return 0, nil, err
		}
		switch op {
		case opPing:
			if err := s.write(opPong, p); err != nil {
				return 0, nil, err
			}
			continue
		case opPong:
			continue
		case opClose:
			s.close(closeNormal)
			return 0, nil, io.EOF
		case opContinue:
			if kind == 0 {
				return 0, nil, &protocolError{closeProtocol, "nothing to continue"}
			}
		default:
			if kind != 0 {
				return 0, nil, &protocolError{closeProtocol, "message begins in another"}
			}
			kind = op
		}
		whole = append(whole, p...)
		if !last {
			continue
		}
		if kind == opText && !utf8.Valid(whole) {
			return 0, nil, &protocolError{closeText, "text is not UTF-8"}
		}
		return kind, whole, nil
	}
}

// readFrame reads one frame whose payload has at most limit bytes.
func readFrame(r *bufio.Reader, masked bool, limit int) (op opcode, last bool, p []byte, err error) {
	var head [14]byte
	if _, err := io.ReadFull(r, head[:2]); err != nil {
		return 0, false, nil, err
	}
	op, last = opcode(head[0]&0x0f), head[0]&0x80 != 0
	size, more := uint64(head[1]&0x7f), 0
	control := op >= opClose
	switch {
	case head[0]&0x70 != 0:
		return 0, false, nil, &protocolError{closeProtocol, "reserved bits are set"}
	case op > opPong || op > opBinary && !control:
		return 0, false, nil, &protocolError{closeProtocol, fmt.Sprintf("unknown opcode %d", op)}
	case control && (!last || size > maxControl):
		return 0, false, nil, &protocolError{closeProtocol, "control frame is long or in parts"}
	case head[1]&0x80 != 0 != masked:
		return 0, false, nil, &protocolError{closeProtocol, "frame is masked by the wrong side"}
	case size == 126:
		more = 2
	case size == 127:
		more = 8
	}
	if _, err := io.ReadFull(r, head[2:2+more]); err != nil {
		return 0, false, nil, noSilentEnd(err)
	}
	switch more {
	case 2:
		size = uint64(binary.BigEndian.Uint16(head[2:]))
	case 8:
		size = binary.BigEndian.Uint64(head[2:])
	}
	if !control && size > uint64(max(limit, 0)) {
		return 0, false, nil, &protocolError{closeTooBig, "message is too long"}
	}
	var mask [4]byte
	if masked {
		if _, err := io.ReadFull(r, mask[:]); err != nil {
			return 0, false, nil, noSilentEnd(err)
		}
	}
	// A length is easily said: memory follows what really comes.
	p, err = io.ReadAll(io.LimitReader(r, int64(size)))
	if err == nil && uint64(len(p)) < size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return 0, false, nil, err
	}
	applyMask(p, mask)
	return op, last, p, nil
}

func noSilentEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func applyMask(p []byte, mask [4]byte) {
	if mask == ([4]byte{}) {
		return
	}
	for i := range p {
		p[i] ^= mask[i&3]
	}
}

// write sends one message in one frame.
func (s *websocket) write(op opcode, p []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return net.ErrClosed
	}
	return s.send(op, p)
}

func (s *websocket) send(op opcode, p []byte) error {
	b := append(s.buf[:0], 0x80|byte(op), 0)
	switch {
	case len(p) <= maxControl:
		b[1] = byte(len(p))
	case len(p) <= 0xffff:
		b[1] = 126
		b = binary.BigEndian.AppendUint16(b, uint16(len(p)))
	default:
		b[1] = 127
		b = binary.BigEndian.AppendUint64(b, uint64(len(p)))
	}
	var mask [4]byte
	if s.client {
		b[1] |= 0x80
		rand.Read(mask[:]) // never fails
		b = append(b, mask[:]...)
	}
	from := len(b)
	b = append(b, p...)
	applyMask(b[from:], mask)
	if cap(b) <= 64<<10 {
		s.buf = b
	}
	_, err := s.conn.Write(b)
	return err
}

// close says good-bye, once; the connection itself stays for what the other
// side still has to say.
func (s *websocket) close(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		s.send(opClose, binary.BigEndian.AppendUint16(nil, uint16(status)))
	}
}

// acceptKey answers a key of a handshake.
func acceptKey(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// hasToken says whether a header's list holds a word.
func hasToken(values []string, word string) bool {
	for _, value := range values {
		for token := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(token), word) {
				return true
			}
		}
	}
	return false
}
