// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title The desk where the operator's records are handed in, many at a time.
/// @notice Each operation is a list of calls that happen together or not at all; an operation that cannot happen
/// is reported and does not keep the others of its batch from happening.
/// @dev Invariants: only the owner hands in; a refused operation leaves no trace but its `Refused` event.
contract TuneDesk {
    /// @dev The caller is neither the owner nor, for `perform`, the desk itself.
    error NotAllowed();
    /// @dev A call was addressed to an account without code, which would otherwise seem to succeed.
    error NoContract(address target);

    /// @notice Operation `id` did not happen, for the `reason` its call reverted with.
    event Refused(uint256 indexed id, bytes reason);
    /// @notice From now on `owner` hands in.
    event OwnerChanged(address indexed owner);

    struct Call {
        address target;
        bytes data;
    }

    struct Operation {
        uint256 id;
        Call[] calls;
    }

    /// @notice The account that hands in operations.
    address public owner;

    constructor(address owner_) {
        owner = owner_;
        emit OwnerChanged(owner_);
    }

    /// @notice Carries out `operations` in order.
    function run(Operation[] calldata operations) external {
        if (msg.sender != owner) revert NotAllowed();
        for (uint256 i; i < operations.length; ++i) {
            try this.perform(operations[i].calls) {}
            catch (bytes memory reason) {
                emit Refused(operations[i].id, reason);
            }
        }
    }

    /// @dev All calls of one operation, or none; called by the desk alone, so that a revert undoes them together.
    function perform(Call[] calldata calls) external {
        if (msg.sender != address(this)) revert NotAllowed();
        for (uint256 i; i < calls.length; ++i) {
            if (calls[i].target.code.length == 0) revert NoContract(calls[i].target);
            (bool done, bytes memory reason) = calls[i].target.call(calls[i].data);
            if (!done) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }

    /// @notice Hands the desk over, for a change of key.
    function changeOwner(address owner_) external {
        if (msg.sender != owner) revert NotAllowed();
        owner = owner_;
        emit OwnerChanged(owner_);
    }
}
