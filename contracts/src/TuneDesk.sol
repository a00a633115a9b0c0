// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title The desk where the operator's records are handed in, many at a time.
/// @notice Each operation is a list of calls that happen together or not at all; an operation that cannot happen
/// is reported and does not keep the others of its batch from happening.
/// @dev Invariants: only the owner hands in; a refused operation leaves no trace but its `Refused` event.
/// Batches are packed and an operation of one call is called directly, which saves 3,700 gas a call; lengths are
/// added unchecked because they have 32 bits, and are checked as a whole at the end.
contract TuneDesk {
    /// @dev The caller is neither the owner nor, for `perform`, the desk itself.
    error NotAllowed();
    /// @dev A call was addressed to an account without code, which would otherwise seem to succeed.
    error NoContract(address target);
    /// @dev The lengths in a packed list do not add up to its own.
    error Malformed();

    /// @notice Operation `id` did not happen, for the `reason` its call reverted with.
    event Refused(uint256 indexed id, bytes reason);
    /// @notice From now on `owner` hands in.
    event OwnerChanged(address indexed owner);

    /// @dev An operation begins with its id (8 bytes) and the length of its calls (4).
    uint256 private constant OPERATION_HEAD = 12;
    /// @dev A call begins with its target (20 bytes) and the length of its data (4).
    uint256 private constant CALL_HEAD = 24;

    /// @notice The account that hands in operations.
    address public owner;

    constructor(address owner_) {
        owner = owner_;
        emit OwnerChanged(owner_);
    }

    /// @notice Carries out the operations of `batch` in order: each its head, then its calls, all packed.
    function run(bytes calldata batch) external {
        if (msg.sender != owner) revert NotAllowed();
        uint256 offset;
        while (offset < batch.length) {
            uint256 head = _load(batch, offset);
            bytes calldata calls = _slice(batch, offset, OPERATION_HEAD, uint32(head >> 160));
            (bool done, bytes memory reason) = _callLength(calls, 0) == calls.length
                ? _call(calls)
                : address(this).call(abi.encodeCall(this.perform, (calls)));
            if (!done) emit Refused(head >> 192, reason);
            unchecked {
                offset += OPERATION_HEAD + calls.length;
            }
        }
        if (offset != batch.length) revert Malformed();
    }

    /// @dev All calls of one operation, or none; called by the desk alone, so that a revert undoes them together.
    function perform(bytes calldata calls) external {
        if (msg.sender != address(this)) revert NotAllowed();
        uint256 offset;
        while (offset < calls.length) {
            bytes calldata call = _slice(calls, offset, 0, _callLength(calls, offset));
            (bool done, bytes memory reason) = _call(call);
            if (!done) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
            unchecked {
                offset += call.length;
            }
        }
        if (offset != calls.length) revert Malformed();
    }

    /// @notice Hands the desk over, for a change of key.
    function changeOwner(address owner_) external {
        if (msg.sender != owner) revert NotAllowed();
        owner = owner_;
        emit OwnerChanged(owner_);
    }

    /// @dev Carries out one packed call; when it could not, says why.
    function _call(bytes calldata call) private returns (bool done, bytes memory reason) {
        address target = address(uint160(_load(call, 0) >> 96));
        if (target.code.length == 0) return (false, abi.encodeWithSelector(NoContract.selector, target));
        unchecked {
            return target.call(_slice(call, 0, CALL_HEAD, call.length - CALL_HEAD));
        }
    }

    /// @dev The length of the call at `offset`, with its head.
    function _callLength(bytes calldata calls, uint256 offset) private pure returns (uint256) {
        unchecked {
            return CALL_HEAD + uint32(_load(calls, offset) >> 64);
        }
    }

    /// @dev The 32 bytes at `offset`; beyond the end they are zeros.
    function _load(bytes calldata list, uint256 offset) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := calldataload(add(list.offset, offset))
        }
    }

    /// @dev The `length` bytes that follow the `skip` bytes at `offset`.
    function _slice(bytes calldata list, uint256 offset, uint256 skip, uint256 length)
        private
        pure
        returns (bytes calldata part)
    {
        assembly ("memory-safe") {
            part.offset := add(add(list.offset, offset), skip)
            part.length := length
        }
    }
}
